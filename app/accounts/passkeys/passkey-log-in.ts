import { makeBusy, makeIdle } from '~/ui/improve/sending'
import { askForKey, canUsePasskeys, offersInField, showKey } from './passkey-browser'

/** A little shorter than the challenge lives. */
const offeredFor = 9 * 60_000

/**
 * Passkey login as progressive enhancement: reveals the hidden form (parts/passkey-log-in.tsx) where the browser
 * supports passkeys, and submits it with the passkey's answer. The browser also offers its passkeys in the e-mail field
 * (conditional mediation).
 */
export function offerPasskeys() {
  const form = document.querySelector<HTMLFormElement>('form[data-passkey]')
  const button = form?.querySelector('button')
  const said = form?.querySelector('[role=status]')
  if (!form || !button || !said || !canUsePasskeys()) return
  form.hidden = false
  let offering = offerInField(form)

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.ariaBusy) return
    offering.abort()
    said.textContent = ''
    makeBusy(button)
    const options = await askForKey('log-in')
    const passkey = options && (await showKey(options))
    if (passkey) return send(form, passkey)
    makeIdle(button)
    said.textContent = 'Ingen passnyckel användes. Försök igen, eller logga in på ett annat sätt.'
    offering = offerInField(form)
  })
}

function send(form: HTMLFormElement, passkey: string) {
  const answer = form.querySelector<HTMLInputElement>('[name=passkey]')
  if (answer) answer.value = passkey
  form.submit()
}

/** Offers passkeys in the e-mail field until aborted, with fresh options each time the challenge is about to expire. */
function offerInField(form: HTMLFormElement): AbortController {
  const leaving = new AbortController()
  const offer = async () => {
    if (!(await offersInField())) return
    while (!leaving.signal.aborted) {
      const options = await askForKey('log-in')
      if (!options || leaving.signal.aborted) return
      const tooLate = AbortSignal.timeout(offeredFor)
      const signal = AbortSignal.any([leaving.signal, tooLate])
      const passkey = await showKey(options, { mediation: 'conditional', signal })
      if (passkey) return send(form, passkey)
      if (!tooLate.aborted) return
    }
  }
  void offer()
  return leaving
}
