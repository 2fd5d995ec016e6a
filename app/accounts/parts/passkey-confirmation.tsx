import { useRef, useState } from 'react'
import { Button } from '~/ui/form/button'
import { useHydrated } from '~/ui/form/hydrated'
import { askForKey, canUsePasskeys, showKey } from '../passkeys/passkey-browser'

/** A button that asks for a passkey; its answer is posted with the form it is in. `insteadOfPassword`: a field is above it. */
export function PasskeyConfirmation({ insteadOfPassword = true }: { insteadOfPassword?: boolean }) {
  const can = useHydrated() && canUsePasskeys()
  const answer = useRef<HTMLInputElement>(null)
  const [message, setMessage] = useState('')
  if (!can) return null

  async function confirm() {
    const options = await askForKey('confirm')
    const passkey = options && (await showKey(options))
    if (passkey && answer.current) answer.current.value = passkey
    const emptied = insteadOfPassword ? ' Fältet här ovanför kan vara tomt.' : ''
    setMessage(passkey ? `Tack, vi ser att det är du.${emptied}` : 'Ingen passnyckel användes.')
  }

  return (
    <div className="grid justify-items-start gap-2">
      <input ref={answer} type="hidden" name="passkey" />
      <Button type="button" variant="quiet" size="small" onClick={() => void confirm()}>
        {insteadOfPassword ? 'Använd passnyckel i stället' : 'Visa din passnyckel'}
      </Button>
      <p role="status" className="text-small text-soft">
        {message}
      </p>
    </div>
  )
}
