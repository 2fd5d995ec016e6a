/* Client code for the frame around a plain page of a logged-in person (docs/decisions/0244), in addition to
   entry.plain.ts: the same functions that React calls in the frame of a hydrated page
   (shell/pages/dashboard-frame.tsx). */
import { watchSession } from './accounts/sessions/watch-session'
import { forgetAtLogOut } from './alarms/offline/forget-at-log-out'
import { rememberMember } from './alarms/offline/kept/kept-alarms'
import { sendFromAnywhere } from './alarms/offline/send-from-anywhere'
import { listenToHints } from './live/parts/live-line'
import { registerWorker } from './live/register-worker'
import { followBell } from './notifications/received/hear-unread'
import { drawAnew } from './ui/improve/draw-anew'
import { foldMenu } from './ui/improve/folding'
import { sayNotice } from './ui/improve/notices'
import { isShortcut } from './ui/improve/shortcut'

export function runFrame() {
  watchSession(document.querySelector<HTMLElement>('[data-person]')?.dataset.person)
  followBell(listenToHints)
  foldMenu()
  openSearch()
  forgetAtLogOut()
  void registerWorker().catch(() => {})
  const memberId = document.querySelector<HTMLElement>('[data-member]')?.dataset.member
  if (!memberId) return
  void rememberMember(memberId).catch(() => {})
  sendFromAnywhere(memberId, { say: sayNotice, lookAgain: () => void drawAnew('main') })
}

/** Keyboard shortcut to an administrator's search, on every page. */
function openSearch() {
  addEventListener('keydown', (event) => {
    const way = document.querySelector<HTMLElement>('[aria-keyshortcuts~="Control+K"]')
    if (!way || !isShortcut(event, 'k')) return
    event.preventDefault()
    way.click()
  })
}
