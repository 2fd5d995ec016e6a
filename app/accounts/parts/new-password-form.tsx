import type { ReactNode } from 'react'
import type { RefusalShown } from '~/ui/form/error-summary'
import { PasswordField } from '~/ui/form/field'
import { Form } from '~/ui/form/form'

type Props = { token: string; refusal: RefusalShown | undefined; children: ReactNode }

/** Chooses a new password for the account that a link in a mail leads to; the link's token goes along. */
export function NewPasswordForm({ token, refusal, children }: Props) {
  return (
    <Form method="post" refusal={refusal}>
      <input type="hidden" name="token" value={token} />
      <PasswordField name="password" label="Nytt lösenord" hint="Minst 6 tecken" autoComplete="new-password" required />
      {children}
    </Form>
  )
}
