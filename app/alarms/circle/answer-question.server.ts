import { readNames } from '~/accounts/public.server'
import { notifyPerson } from '~/notifications/public.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { hashOfSecret } from '../secret-link.server'
import { askedSince, standingOf } from './circle'
import { accept, endPeople, hashOfContact, keepRefusal, readByLink } from './circle-store.server'

/** Reads what the invitation link shows an invited person: which member asks, and their own answer so far. */
export async function readQuestion({ db, clock }: House, secret: string) {
  const asked = await readByLink(db, hashOfSecret(secret))
  if (!asked) return null
  const memberName = (await readNames(db, [asked.memberId])).get(asked.memberId)
  if (!memberName) return null
  return { memberName, told: asked.told, standing: standingOf(asked, clock.now()) }
}

/**
 * Accepts the invitation. Idempotent. The secret link proves that the contact belongs to this person; afterwards the
 * link only serves to leave.
 */
export async function sayYes(house: House, secret: string): Promise<Outcome<null> | NotThere> {
  const now = house.clock.now()
  return house.db.transaction().execute(async (db): Promise<Outcome<null> | NotThere> => {
    const asked = await readByLink(db, hashOfSecret(secret))
    if (!asked) return notThere
    if (await accept(db, asked.id, askedSince(now), now)) {
      await tellMember(db, { memberId: asked.memberId, name: asked.name }, 'har sagt ja till att få veta när du larmar')
      return accepted(null)
    }
    // Pressed twice: already accepted.
    if (asked.acceptedAt) return accepted(null)
    return refused('Svaret kom för sent', { message: 'Frågan gäller inte längre. Prata med den som frågade.' })
  })
}

/** Refuses the question of this member and, permanently, of every other member. */
export function sayNo(house: House, secret: string): Promise<Outcome<null> | NotThere> {
  return leaveBy(house, secret, async (db, contactHash, now) => {
    await keepRefusal(db, contactHash, now)
    return endPeople(db, { contactHash }, 'person', now)
  })
}

/** Leaves this member's circle; other members may still ask. */
export function leaveCircle(house: House, secret: string): Promise<Outcome<null> | NotThere> {
  return leaveBy(house, secret, (db, _, now, id) => endPeople(db, { id }, 'person', now))
}

type Ending = (db: Database, contactHash: string, now: Date, id: string) => ReturnType<typeof endPeople>

async function leaveBy(house: House, secret: string, end: Ending): Promise<Outcome<null> | NotThere> {
  const now = house.clock.now()
  return house.db.transaction().execute(async (db): Promise<Outcome<null> | NotThere> => {
    const asked = await readByLink(db, hashOfSecret(secret))
    if (!asked) return notThere
    const { id, phone, email } = asked
    const contactHash = hashOfContact(phone === null ? { phone, email: email ?? '' } : { phone, email: null })
    await tellOfEnd(db, await end(db, contactHash, now, id))
    return accepted(null)
  })
}

/**
 * STOP by SMS. An SMS sender number can be forged, so every member who had named it is told and can ask the person.
 * Blocks this number for all members' questions, also if it was never asked. True when somebody was removed from a
 * circle.
 */
export async function leaveCircles({ db, clock }: Pick<House, 'db' | 'clock'>, phone: string): Promise<boolean> {
  const now = clock.now()
  const contactHash = hashOfContact({ phone, email: null })
  await keepRefusal(db, contactHash, now)
  const ended = await endPeople(db, { contactHash }, 'person', now)
  await tellOfEnd(db, ended)
  return ended.length > 0
}

/** Tells the members whose person left, so that they do not rely on somebody who is no longer told. */
export async function tellOfEnd(db: Database, ended: Awaited<ReturnType<typeof endPeople>>) {
  for (const one of ended) {
    await tellMember(
      db,
      one,
      one.wasIn ? 'får inte längre veta när du larmar' : 'har sagt nej till att få veta när du larmar',
    )
  }
}

async function tellMember(db: Database, { memberId, name }: { memberId: string; name: string }, what: string) {
  await notifyPerson(db, memberId, {
    kind: 'circle answer',
    subject: 'Någon som du har frågat har svarat',
    letter: {
      greeting: 'Hej,',
      paragraphs: [`${name} ${what}.`, 'Vilka som får veta står under Trygghetslarm.'],
    },
    push: {
      title: 'Ett svar',
      body: 'Se vilka som får veta när du larmar.',
      path: '/dashboard/customer/safety/circle',
    },
  })
}
