import { randomUUID } from 'node:crypto'
import { readContact, readPhoneProof } from '~/accounts/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatPostcode } from '~/postcodes/public'
import { formatPhone } from '~/shared/phone'
import { missingIn, type Standing } from './home'
import { readHome, readSavedHome, readSetupOf, readTests, type Tests } from './setup-store.server'

/** A member's set-up progress, without the home itself. */
export async function readStanding({ db }: Pick<House, 'db'>, personId: string): Promise<Standing & Tests> {
  const [contact, { hasHome, sharesPosition }, tests] = await Promise.all([
    readContact(db, personId),
    readSetupOf(db, personId),
    readTests(db, personId),
  ])
  return { phoneIsProven: contact?.verifiedPhone != null, hasHome, sharesPosition, ...tests }
}

/** A member's own alarm set-up, including their home, which nobody else sees while no alarm is open. */
export async function readSetup(house: House, { person }: SignedIn) {
  const { db, clock } = house
  const [standing, saved, proof] = await Promise.all([
    readStanding(house, person.id),
    readSavedHome(house, person.id),
    readPhoneProof(db, { kind: 'person', id: person.id }, clock.now()),
  ])
  const home = saved?.home ?? null
  const isElsewhere = saved !== null && saved.postcode !== null && saved.postcode !== person.postcode
  // A home that cannot be decrypted any more does not count, nor one from before a move: it would help nobody.
  const known = { ...standing, hasHome: home !== null && !isElsewhere }
  return {
    ...known,
    missing: missingIn(known),
    home,
    homeIsElsewhere: isElsewhere,
    phone: person.phone === null ? null : formatPhone(person.phone),
    codeSent: proof !== undefined && proof.phone === person.phone,
    postcode: formatPostcode(person.postcode),
    testKey: randomUUID(),
  }
}

/** The member's street, for a form that they fill in themselves and may change. Without door code and door name. */
export async function readOwnStreet(ports: Pick<House, 'db' | 'keys'>, memberId: string): Promise<string | null> {
  const home = await readHome(ports, memberId)
  return home && [`${home.street} ${home.number}`, home.floor].filter(Boolean).join(', ')
}
