import { randomUUID } from 'node:crypto'
import { readContact, readPhoneProof } from '~/accounts/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatPostcode } from '~/postcodes/public'
import { formatPhone } from '~/shared/phone'
import { missingIn, type Standing } from './home'
import { readHome, readSetupOf, readTests, type Tests } from './setup-store.server'

/** How far a member has come, without the home itself. */
export async function readStanding({ db }: Pick<House, 'db'>, personId: string): Promise<Standing & Tests> {
  const [contact, { hasHome, sharesPosition }, tests] = await Promise.all([
    readContact(db, personId),
    readSetupOf(db, personId),
    readTests(db, personId),
  ])
  return { phoneIsProven: contact?.verifiedPhone != null, hasHome, sharesPosition, ...tests }
}

/** The set-up of one's own alarm, with the home that nobody else sees in peace. */
export async function readSetup(house: House, { person }: SignedIn) {
  const { db, clock } = house
  const [standing, home, proof] = await Promise.all([
    readStanding(house, person.id),
    readHome(house, person.id),
    readPhoneProof(db, { kind: 'person', id: person.id }, clock.now()),
  ])
  // One that cannot be opened any more is of no use to anybody who comes.
  const known = { ...standing, hasHome: home !== null }
  return {
    ...known,
    missing: missingIn(known),
    home,
    phone: person.phone === null ? null : formatPhone(person.phone),
    codeSent: proof !== undefined && proof.phone === person.phone,
    postcode: formatPostcode(person.postcode),
    testKey: randomUUID(),
  }
}

/** Where somebody lives, for a form that they are filling in themselves: what it says is theirs to send. No code, no name on a door. */
export async function readOwnStreet(ports: Pick<House, 'db' | 'keys'>, memberId: string): Promise<string | null> {
  const home = await readHome(ports, memberId)
  return home && [`${home.street} ${home.number}`, home.floor].filter(Boolean).join(', ')
}
