import { PasswordField } from '~/ui/field'
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
