import { type RefObject, useCallback, useEffect } from 'react'

const prefix = 'alarm-draft:'

/** What is written stays in the browser until it is sent: through reloads, a flat battery, a wrong tap. */
export function useDraft(memberId: string, field: RefObject<HTMLTextAreaElement | null>) {
  const name = prefix + memberId

  useEffect(() => {
    const textarea = field.current
    if (!textarea) return
    // Written before the scripts came: that is newer than what was kept.
    if (textarea.value === '') textarea.value = read(name)
    else write(name, textarea.value)
    const keep = () => write(name, textarea.value)
    textarea.addEventListener('input', keep)
    return () => textarea.removeEventListener('input', keep)
  }, [name, field])

  return useCallback(() => {
    write(name, '')
    if (field.current) field.current.value = ''
  }, [name, field])
}

export function forgetDrafts() {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name)
  } catch {
    // A browser that keeps nothing has kept no drafts.
  }
}

/** A browser that keeps nothing (private windows, full disks) must not be in the way of the alarm. */
function read(name: string): string {
  try {
    return localStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}

function write(name: string, text: string) {
  try {
    if (text === '') localStorage.removeItem(name)
    else localStorage.setItem(name, text)
  } catch {
    // It is still in the field.
  }
}
