import { useRef, useState } from 'react'
import { Button } from '~/ui/form/button'
import { useHydrated } from '~/ui/form/hydrated'
import { askForKey, canUsePasskeys, showKey } from '../passkeys/passkey-browser'

/** Instead of the field above it, in the form it stands in: the key's answer goes with the form. */
export function PasskeyConfirmation() {
  const can = useHydrated() && canUsePasskeys()
  const answer = useRef<HTMLInputElement>(null)
  const [message, setMessage] = useState('')
  if (!can) return null

  async function confirm() {
    const options = await askForKey('confirm')
    const passkey = options && (await showKey(options))
    if (passkey && answer.current) answer.current.value = passkey
    setMessage(passkey ? 'Tack, vi ser att det är du. Fältet här ovanför kan vara tomt.' : 'Ingen passnyckel användes.')
  }

  return (
    <div className="grid justify-items-start gap-2">
      <input ref={answer} type="hidden" name="passkey" />
      <Button type="button" variant="quiet" size="small" onClick={() => void confirm()}>
        Använd passnyckel i stället
      </Button>
      <p role="status" className="text-small text-soft">
        {message}
      </p>
    </div>
  )
}
