import type { House } from '~/platform/house.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { lockLinkOwner, markEmailVerified } from '../recovery/mail-link-store.server'
import { hashOfToken } from '../recovery/secret-link.server'
import { confirmEmailChange } from './change-email.server'

/** Handles the link from a mail: verifies the address of a new account, or completes a change of address. */
export async function verifyEmail(house: House, values: Record<string, string>): Promise<Outcome<null>> {
  const token = values.token ?? ''
  const done = (await confirmEmailChange(house, token)) || (await confirmAddress(house, token))
  if (done) return accepted(null)
  return refused('Länken gäller inte längre', {
    message: 'Logga in och be om ett nytt mejl under Mitt konto.',
  })
}

/** Marks the address as verified, only while it still is that person's. Idempotent. */
async function confirmAddress({ db: root, clock }: House, token: string): Promise<boolean> {
  return root.transaction().execute(async (db) => {
    const person = await lockLinkOwner(db, 'verification', hashOfToken(token), clock.now())
    if (person) await markEmailVerified(db, person.id)
    return person !== undefined
  })
}
