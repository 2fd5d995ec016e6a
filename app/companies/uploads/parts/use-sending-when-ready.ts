import { type RefObject, useEffect, useRef } from 'react'

/**
 * Whoever presses the button while a photo is being drawn smaller has pressed: the form is sent when the photo is ready. Sent at
 * once it would be the large one, which the door turns away before any page can answer.
 */
export function useSendingWhenReady(input: RefObject<HTMLInputElement | null>, preparing: boolean) {
  const pressed = useRef<{ by: HTMLElement | null } | null>(null)
  useEffect(() => {
    const form = input.current?.form
    if (!form) return
    if (!preparing) {
      const press = pressed.current
      pressed.current = null
      // Nothing was chosen, or what was is too large: the field says so, and there is nothing to send.
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
