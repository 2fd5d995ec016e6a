import type { FormAnswer } from '~/door/parts/intent-form'
import { PasswordField } from '~/ui/form/field'
import { PasskeyConfirmation } from './passkey-confirmation'

/** For sensitive forms: asks for the password or a passkey again when the login is no longer fresh. */
export function FreshLogin({ isFresh }: { isFresh: boolean }) {
  if (isFresh) return null
  return (
    <div className="grid gap-2">
      <PasswordField
        name="password"
        label="Ditt lösenord"
        hint="Det var ett tag sedan du loggade in, så vi vill veta att det är du."
        autoComplete="current-password"
        required
      />
      <PasskeyConfirmation />
    </div>
  )
}

/**
 * For forms that rarely need the password, or that stand in a list: asks only after the form's answer said that it is
 * needed.
 */
export function AskedLogin({ answer }: { answer: FormAnswer | undefined }) {
  return <FreshLogin isFresh={answer?.refusal?.fields.password === undefined} />
}
