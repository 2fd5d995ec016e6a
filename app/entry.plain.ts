/* All client code of a plain page (docs/decisions/0199): a few hundred lines without React, as progressive enhancement.
   Imported module by module, because a slice's public door would pull in React components. */
import { sendAgain } from './patrols/walk/send-again'
import { retryEveryMs, sendFromHere } from './patrols/walk/send-from-here'
import { afterPaint } from './ui/improve/after-paint'
import { openDialogs } from './ui/improve/dialogs'
import { openEyes } from './ui/improve/eyes'
import { sayLoading } from './ui/improve/loading'
import { closeMenus } from './ui/improve/menus'
import { showNotice } from './ui/improve/notices'
import { keepPlaces } from './ui/improve/places'
import { meetRefusal } from './ui/improve/refusals'
import { sendOnce } from './ui/improve/sending'
import { bringWholeStyles } from './ui/improve/whole-styles'

closeMenus()
openEyes()
openDialogs()
showNotice()
meetRefusal()
sendOnce()
sayLoading()
keepPlaces()
bringWholeStyles()
sendAgain(sendFromHere, retryEveryMs)

/** Lazily loads what only few pages need, after the first paint. If loading fails, the page still works as it is. */
function where(selector: string, improve: () => Promise<void>) {
  if (document.querySelector(selector)) afterPaint(() => improve().catch(() => {}))
}

where('.sidebar-frame', async () => (await import('./entry.plain-frame')).runFrame())
where('form[data-passkey]', async () => (await import('./accounts/passkeys/passkey-log-in')).offerPasskeys())
where('[name=orgNumber]', async () => (await import('./companies/parts/org-number-hint')).hintAtOrgNumbers())
where('form[data-at-once]', async () => (await import('./ui/improve/answer-at-once')).answerAtOnce())
where('[data-most]', async () => (await import('./sponsorship/apply/parts/follow-months')).followMonths())
