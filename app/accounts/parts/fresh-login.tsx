import { PasswordField } from '~/ui/field'

/** For forms that bite: asks for the password again when it was a while ago. */
export function FreshLogin({ isFresh }: { isFresh: boolean }) {
  if (isFresh) return null
  return (
    <PasswordField
      name="password"
      label="Ditt lösenord"
      hint="Det var ett tag sedan du loggade in, så vi vill veta att det är du."
      autoComplete="current-password"
      required
    />
  )
}
