import { keepClear } from './keep-clear'
import { leaveAfter } from './leave-after'

export const NOTICE_MS = 5000

/** The notice that came with the page (ui/notice.tsx) is said aloud, and goes by itself or when it is closed. */
export function showNotice() {
  const notice = document.querySelector<HTMLElement>('[data-notice]')
  const place = notice?.parentElement
  if (!notice || !place) return
  const close = () => notice.remove()
  notice.querySelector('a')?.addEventListener('click', (event) => {
    event.preventDefault()
    close()
  })
  // A live region speaks of what changes inside it, not of what it was born with.
  close()
  setTimeout(() => {
    place.append(notice)
    keepClear(notice)
    leaveAfter(notice, NOTICE_MS, close)
  })
}
