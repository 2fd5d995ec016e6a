import { type RefObject, useEffect, useRef } from 'react'

/**
 * Holds a submit back while a photo is being scaled down, and submits when it is ready. Otherwise the large file would
 * be sent, which is refused before any page can answer.
 */
export function useSendingWhenReady(input: RefObject<HTMLInputElement | null>, preparing: boolean) {
  const pressed = useRef<{ by: HTMLElement | null } | null>(null)
  useEffect(() => {
    const form = input.current?.form
    if (!form) return
    if (!preparing) {
      const press = pressed.current
      pressed.current = null
      // Nothing was chosen, or the file is too large: the field says so, and nothing is sent.
      if (press && (input.current?.files?.length ?? 0) > 0) form.requestSubmit(press.by)
      return
    }
    const wait = (event: SubmitEvent) => {
      event.preventDefault()
      event.stopPropagation()
      pressed.current = { by: event.submitter }
    }
    form.addEventListener('submit', wait)
    return () => form.removeEventListener('submit', wait)
  }, [input, preparing])
}
