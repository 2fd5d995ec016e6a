import type { ReactNode } from 'react'
import type { RefusalShown } from '~/ui/form/error-summary'
import { PasswordField } from '~/ui/form/field'
import { Form } from '~/ui/form/form'

type Props = { token: string; refusal: RefusalShown | undefined; children: ReactNode }

/** Sets a new password by the token of a mailed link, which is sent along as a hidden field. */
export function NewPasswordForm({ token, refusal, children }: Props) {
  return (
    <Form method="post" refusal={refusal}>
      <input type="hidden" name="token" value={token} />
      <PasswordField name="password" label="Nytt lösenord" hint="Minst 6 tecken" autoComplete="new-password" required />
      {children}
    </Form>
  )
}
