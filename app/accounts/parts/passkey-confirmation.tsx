import { useEffect, useRef, useState } from 'react'
import type { FormAnswer } from '~/door/parts/intent-form'
import { Button } from '~/ui/form/button'
import { useHydrated } from '~/ui/form/hydrated'
import { askForKey, canUsePasskeys, showKey } from '../passkeys/passkey-browser'

type Props = {
  /** A password field is above it. */
  insteadOfPassword?: boolean
  /** The form's last answer: with it the passkey is used up. */
  answer?: FormAnswer | undefined
}

/** A button that asks for a passkey; the passkey's answer is posted with the form around it. */
export function PasskeyConfirmation({ insteadOfPassword = true, answer: formAnswer }: Props) {
  const can = useHydrated() && canUsePasskeys()
  const answer = useRef<HTMLInputElement>(null)
  const [message, setMessage] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the form uses the challenge up, whatever it says
  useEffect(() => {
    if (answer.current) answer.current.value = ''
    setMessage('')
  }, [formAnswer])
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
