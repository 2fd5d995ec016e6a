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
  return refused('Länken gäller inte längre', { message: lapsed })
}

/**
 * The same words for every token, so that a stranger learns nothing. "May be confirmed already": a recovery or a change
 * of address confirms the address and deletes its links.
 */
const lapsed =
  'Adressen kan redan vara bekräftad, till exempel om du har bytt lösenord med en länk i ett mejl. Det ser du under Mitt konto när du är inloggad. Är den inte bekräftad kan du be om ett nytt mejl där.'

/** Marks the address as verified, only while it still is that person's. Idempotent. */
async function confirmAddress({ db: root, clock }: House, token: string): Promise<boolean> {
  return root.transaction().execute(async (db) => {
    const person = await lockLinkOwner(db, 'verification', hashOfToken(token), clock.now())
    if (person) await markEmailVerified(db, person.id)
    return person !== undefined
  })
}
