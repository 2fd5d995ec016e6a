import { type RefObject, useCallback, useEffect } from 'react'
import { readDraft, writeDraft } from '../../offline/kept/drafts'

/** Keeps the draft in the browser until it is sent, so that it survives reloads, a flat battery and wrong taps. */
export function useDraft(memberId: string, field: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    const textarea = field.current
    if (!textarea) return
    // Text typed before hydration is newer than the stored draft.
    if (textarea.value === '') textarea.value = readDraft(memberId)
    else writeDraft(memberId, textarea.value)
    const keep = () => writeDraft(memberId, textarea.value)
    textarea.addEventListener('input', keep)
    return () => textarea.removeEventListener('input', keep)
  }, [memberId, field])

  return useCallback(() => {
    writeDraft(memberId, '')
    if (field.current) field.current.value = ''
  }, [memberId, field])
}
