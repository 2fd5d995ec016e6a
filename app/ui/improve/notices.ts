import { keepClear } from './keep-clear'
import { leaveAfter } from './leave-after'

export const NOTICE_MS = 5000

/**
 * Announces the notice rendered by the server (ui/notice.tsx) to screen readers, and removes it after a time or when
 * closed.
 */
export function showNotice() {
  const notice = document.querySelector<HTMLElement>('[data-notice]')
  const place = notice?.parentElement
  if (!notice || !place) return
  // A live region announces only changes, not its initial content: remove the notice and insert it again.
  notice.remove()
  setTimeout(() => lay(notice, place))
}

/** Shows a client-side notice in place of the present one. */
export function sayNotice({ title, message }: { title: string; message: string }) {
  const template = document.querySelector<HTMLTemplateElement>('template[data-notice-template]')
  const notice = template?.content.firstElementChild?.cloneNode(true)
  const place = document.querySelector('.notice-place [role=status]')
  if (!(notice instanceof HTMLElement) || !place) return
  const words = [title, message]
  for (const [index, line] of [...notice.querySelectorAll('p')].entries()) line.textContent = words[index] ?? ''
  for (const before of document.querySelectorAll('[data-notice]')) before.remove()
  lay(notice, place)
}

function lay(notice: HTMLElement, place: Element) {
  const close = () => notice.remove()
  notice.querySelector('a')?.addEventListener('click', (event) => {
    event.preventDefault()
    close()
  })
  place.append(notice)
  keepClear(notice)
  leaveAfter(notice, NOTICE_MS, close)
}
