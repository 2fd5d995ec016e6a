import { makeBusy, makeIdle } from '~/ui/improve/sending'
import { askForKey, canUsePasskeys, offersInField, showKey } from './passkey-browser'

/** A little less than the server waits for an answer. */
const offeredFor = 9 * 60_000

/**
 * Logs in with a passkey, where the browser can: shows the form that waits hidden (parts/passkey-log-in.tsx), and sends it with the
 * key's answer. The browser also offers the keys it has as the e-mail field is filled in, for those who never look for a button.
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

/** Goes on until it is called off: each question is good for minutes only. */
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
