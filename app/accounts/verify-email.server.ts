import type { House, Visitor } from '~/platform/house.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'

/** Whoever holds the link from the mail. */
export async function verifyEmail(house: House, visitor: Visitor, values: Record<string, string>): Promise<Outcome<null>> {
  const done = await house.auth.emails.verify(visitor.headers, values.token ?? '')
  if (done) return accepted(null)
  return refused('Länken gäller inte längre', {
    message: 'Logga in och be om ett nytt mejl under Mitt konto.',
  })
}
