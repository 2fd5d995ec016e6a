import { href, Link } from 'react-router'
import type { FormAnswer } from '~/door/parts/intent-form'
import { PasswordField } from '~/ui/form/field'
import type { OwnProofs } from '../login/own-proofs'
import { PasskeyConfirmation } from './passkey-confirmation'

/** For forms that always ask who sends them: the password, or a passkey, of whichever the person has. */
type Props = { proofs: OwnProofs; answer: FormAnswer | undefined }

export function OwnProof({ proofs: { hasPassword, hasPasskey }, answer }: Props) {
  return (
    <div className="grid gap-2">
      {hasPassword ? (
        <PasswordField name="password" label="Ditt lösenord" autoComplete="current-password" required />
      ) : (
        <p>
          Du har inget lösenord, så visa din passnyckel. Går det inte här kan du{' '}
          <Link to={href('/auth/recover')}>få ett lösenord</Link> med en länk på mejl.
        </p>
      )}
      {hasPasskey ? <PasskeyConfirmation insteadOfPassword={hasPassword} answer={answer} /> : null}
    </div>
  )
}
