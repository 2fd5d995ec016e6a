import type { House } from '~/platform/house.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { lockLinkOwner, markEmailVerified } from '../recovery/mail-link-store.server'
import { hashOfToken } from '../recovery/secret-link.server'
import { confirmEmailChange } from './change-email.server'

/** Whoever holds the link from the mail: to confirm the address of a new account, or to change to another. */
export async function verifyEmail(house: House, values: Record<string, string>): Promise<Outcome<null>> {
  const token = values.token ?? ''
  const done = (await confirmEmailChange(house, token)) || (await confirmAddress(house, token))
  if (done) return accepted(null)
  return refused('Länken gäller inte längre', {
    message: 'Logga in och be om ett nytt mejl under Mitt konto.',
  })
}

/** Changes nothing but that the address is proven, and only while it still is that person's. Twice is as good as once. */
async function confirmAddress({ db: root, clock }: House, token: string): Promise<boolean> {
  return root.transaction().execute(async (db) => {
    const person = await lockLinkOwner(db, 'verification', hashOfToken(token), clock.now())
    if (person) await markEmailVerified(db, person.id)
    return person !== undefined
  })
}
