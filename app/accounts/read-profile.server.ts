import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatPostcode } from '~/postcodes/public'
import { formatPhone } from '~/shared/phone'
import { readEmailChange } from './account-store.server'

/** A person, about themselves, as their profile page shows it. */
export async function readProfile(house: House, { person }: SignedIn) {
  const change = await readEmailChange(house.db, person.id, house.clock.now())
  return {
    name: person.name,
    phone: person.phone === null ? '' : formatPhone(person.phone),
    postcode: formatPostcode(person.postcode),
    needsPhone: person.role === 'member',
    email: person.email,
    emailVerified: person.emailVerified,
    waitingEmail: change?.newEmail ?? null,
  }
}
