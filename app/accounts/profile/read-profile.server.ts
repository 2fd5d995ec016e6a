import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatPostcode } from '~/postcodes/public'
import { formatPhone } from '~/shared/phone'
import { readContact, readEmailChange } from '../account-store.server'
import { readProofs } from '../login/prove-self.server'
import { readPhoneProof } from '../phone/phone-proof-store.server'

/** One's own profile, for the profile page. */
export async function readProfile(house: House, { person }: SignedIn) {
  const now = house.clock.now()
  const contact = await readContact(house.db, person.id)
  const proof = await readPhoneProof(house.db, { kind: 'person', id: person.id }, now)
  const change = await readEmailChange(house.db, person.id, now)
  return {
    name: person.name,
    phone: person.phone === null ? '' : formatPhone(person.phone),
    phoneVerified: contact?.verifiedPhone != null,
    // A code sent to a previous number does not count.
    phoneCodeSent: proof !== undefined && proof.phone === person.phone,
    postcode: formatPostcode(person.postcode),
    needsPhone: person.role === 'member',
    email: person.email,
    emailVerified: person.emailVerified,
    waitingEmail: change?.newEmail ?? null,
    proofs: await readProofs(house.db, person.id),
  }
}
