import { TermsBox } from '~/accounts/public'
import type { Refusal } from '~/shared/outcome'
import { PasswordField, TextField } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'

export type SignUpFormProps = {
  refusal: Refusal | undefined
  values: Record<string, string> | undefined
  /** Values prefilled from the URL: package, postcode, referrer. */
  filledIn: Record<string, string>
}

export function MemberForm({ refusal, values, filledIn }: SignUpFormProps) {
  return (
    <Form method="post" refusal={refusal} values={values} filledIn={filledIn}>
      <TextField name="name" label="Namn" autoComplete="name" required />
      <TextField
        name="phone"
        label="Mobilnummer"
        hint="Hit kommer de SMS som du säger ja till"
        type="tel"
        autoComplete="tel"
        required
      />
      <TextField name="email" label="E-post" type="email" autoComplete="username" required />
      <PasswordField name="password" label="Lösenord" hint="Minst 6 tecken" autoComplete="new-password" required />
      <TextField name="postcode" label="Postnummer" inputMode="numeric" autoComplete="postal-code" />
      <TermsBox />
      <SubmitButton name="intent" value="member" busyText="Skapar konto...">
        Bli medlem
      </SubmitButton>
    </Form>
  )
}
