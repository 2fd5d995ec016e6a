import type { House } from '~/platform/house.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { confirmEmailChange } from './change-email.server'

/** Whoever holds the link from the mail: to confirm the address of a new account, or to change to another. */
export async function verifyEmail(house: House, values: Record<string, string>): Promise<Outcome<null>> {
  const token = values.token ?? ''
  const done = (await confirmEmailChange(house, token)) || (await house.auth.emails.verify(token))
  if (done) return accepted(null)
  return refused('Länken gäller inte längre', {
    message: 'Logga in och be om ett nytt mejl under Mitt konto.',
  })
}
