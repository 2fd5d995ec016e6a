import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * Moves the focus to the heading when `state` changes by itself and the focused element within what is watched goes
 * away with it: a keyboard or screen reader would otherwise begin at the top of the document.
 */
export function useLostFocus(state: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const focused = useRef<Element | null>(null)
  const before = useRef(state)
  useEffect(() => {
    const isOther = before.current !== state
    before.current = state
    if (focused.current?.isConnected !== false) return
    focused.current = null
    if (isOther && document.activeElement === document.body) heading.current?.focus()
  })
  return {
    heading,
    watched: {
      onFocus: ({ target }: FocusEvent) => {
        focused.current = target
      },
      // React reports no blur for an element that it removes. While another window has the focus, such as Swish, the
      // element stays the active one.
      onBlur: ({ target }: FocusEvent) => {
        if (document.activeElement !== target) focused.current = null
      },
    },
  }
}
