import type { FormAnswer } from '~/door/parts/intent-form'
import { PasswordField } from '~/ui/form/field'
import { PasskeyConfirmation } from './passkey-confirmation'

/** For forms that bite: asks for the password again, or a passkey, when it was a while ago. */
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

/** The same for a form that mostly needs no password, or stands in a list: asked when its answer said that it is needed. */
export function AskedLogin({ answer }: { answer: FormAnswer | undefined }) {
  return <FreshLogin isFresh={answer?.refusal?.fields.password === undefined} />
}
