import { type RefObject, useCallback, useEffect } from 'react'
import { readDraft, writeDraft } from '../../offline/kept/drafts'

/** What is written stays in the browser until it is sent: through reloads, a flat battery, a wrong tap. */
export function useDraft(memberId: string, field: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    const textarea = field.current
    if (!textarea) return
    // Written before the scripts came: that is newer than what was kept.
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
