import { randomUUID } from 'node:crypto'
import { readContact, readPhoneProof } from '~/accounts/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatPostcode } from '~/postcodes/public'
import { formatPhone } from '~/shared/phone'
import { missingIn, type Standing } from './home'
import { postcodeElsewhere, readSavedHome, readSetupOf, readTests, type Tests } from './setup-store.server'

type Ports = Pick<House, 'db' | 'keys'>

type Person = Pick<SignedIn['person'], 'id' | 'postcode'>

/** A member's set-up progress, without the home itself. */
export async function readStanding(ports: Ports, person: Person): Promise<Standing & Tests> {
  return (await readWhole(ports, person)).standing
}

/** A member's own alarm set-up, including their home, which nobody else sees while no alarm is open. */
export async function readSetup(house: House, { person }: SignedIn) {
  const { db, clock } = house
  const now = clock.now()
  const [{ standing, saved, homeIsElsewhere }, proof] = await Promise.all([
    readWhole(house, person),
    readPhoneProof(db, { kind: 'person', id: person.id }, now),
  ])
  return {
    ...standing,
    missing: missingIn(standing),
    home: saved?.home ?? null,
    homeIsElsewhere,
    phone: person.phone === null ? null : formatPhone(person.phone),
    codeSent: proof !== undefined && proof.phone === person.phone,
    postcode: formatPostcode(person.postcode),
    now,
    testKey: randomUUID(),
  }
}

/** A home that cannot be decrypted any more does not count, nor one from before a move: it would help nobody. */
async function readWhole({ db, keys }: Ports, { id, postcode }: Person) {
  const [contact, { saved, sharesPosition }, tests] = await Promise.all([
    readContact(db, id),
    readSetupOf({ db, keys }, id),
    readTests(db, id),
  ])
  const homeIsElsewhere = saved !== null && postcodeElsewhere(saved, postcode) !== null
  const hasHome = saved !== null && !homeIsElsewhere
  const standing = { phoneIsProven: contact?.verifiedPhone != null, hasHome, sharesPosition, ...tests }
  return { standing, saved, homeIsElsewhere }
}

/**
 * The member's street, for a form that they fill in themselves and may change. Without door code and door name. Empty
 * if they have moved since the home was saved, null if none was saved.
 */
export async function readOwnStreet(ports: Ports, { id, postcode }: Person): Promise<string | null> {
  const saved = await readSavedHome(ports, id)
  if (saved === null) return null
  const { home } = saved
  return postcodeElsewhere(saved, postcode) !== null
    ? ''
    : [`${home.street} ${home.number}`, home.floor].filter(Boolean).join(', ')
}
