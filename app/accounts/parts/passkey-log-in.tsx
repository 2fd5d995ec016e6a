import { useEffect, useState } from 'react'
import { href, useNavigation, useSubmit } from 'react-router'
import { Button } from '~/ui/form/button'
import { useHydrated } from '~/ui/form/hydrated'
import { askForKey, canUsePasskeys, offersInField, showKey } from '../passkeys/passkey-browser'

/** A little less than the server waits for an answer. */
const offeredFor = 9 * 60_000

/**
 * Logs in with a passkey, where the browser can; without scripts the password form stands alone, as ever. The browser
 * also offers the keys it has as the e-mail field is filled in, for those who never look for a button.
 */
export function PasskeyLogIn({ redirectTo }: { redirectTo: string }) {
  const can = useHydrated() && canUsePasskeys()
  const submit = useSubmit()
  const { formData } = useNavigation()
  const [asking, setAsking] = useState(false)
  const [message, setMessage] = useState('')

  useEffect(() => {
    if (!can || asking) return
    const leaving = new AbortController()
    void offer(leaving.signal, (passkey) =>
      submit({ intent: 'passkey', passkey, redirectTo }, { method: 'post', action: href('/auth') }),
    )
    return () => leaving.abort()
  }, [can, asking, submit, redirectTo])

  if (!can) return null

  async function logIn() {
    setMessage('')
    setAsking(true)
    const options = await askForKey('log-in')
    const passkey = options && (await showKey(options))
    setAsking(false)
    if (passkey) await submit({ intent: 'passkey', passkey, redirectTo }, { method: 'post', action: href('/auth') })
    else setMessage('Ingen passnyckel användes. Försök igen, eller logga in på ett annat sätt.')
  }

  return (
    <div className="grid gap-3">
      <Button
        type="button"
        variant="secondary"
        busy={asking || formData?.get('intent') === 'passkey'}
        busyText="Väntar på din enhet..."
        onClick={() => void logIn()}
      >
        Logga in med passnyckel
      </Button>
      <p role="status" className="text-small text-soft">
        {message}
      </p>
    </div>
  )
}

/** Goes on until the person leaves the page: each question is good for minutes only. */
async function offer(leaving: AbortSignal, answer: (passkey: string) => void) {
  if (!(await offersInField())) return
  while (!leaving.aborted) {
    const options = await askForKey('log-in')
    if (!options || leaving.aborted) return
    const tooLate = AbortSignal.timeout(offeredFor)
    const passkey = await showKey(options, { mediation: 'conditional', signal: AbortSignal.any([leaving, tooLate]) })
    if (passkey) return answer(passkey)
    if (!tooLate.aborted) return
  }
}
