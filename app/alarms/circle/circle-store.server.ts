import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { deleteMessagesTo } from '~/outbox/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Before, EndedBy, Told } from './circle'

/** How a person is asked and told: either by phone or by email. */
export type Contact = { phone: string; email: null } | { phone: null; email: string }

/**
 * Hash that remains of a person after removal. Deliberately without an HMAC key, so that a refusal holds permanently: a
 * key rotation would forget who has refused.
 */
export const hashOfContact = ({ phone, email }: Contact): string =>
  createHash('sha256')
    .update(phone ?? email)
    .digest('hex')

export type CirclePerson = {
  id: string
  name: string
  phone: string | null
  email: string | null
  told: Told
  toldOfTests: boolean
  invitedAt: Date
  acceptedAt: Date | null
}

/** The people whom a member has named, asked or accepted, in the order in which they were added. */
export async function readCircle(db: Database, memberId: string): Promise<CirclePerson[]> {
  return db
    .selectFrom('circle_people')
    .select(['id', 'name', 'phone', 'email', 'told', 'told_of_tests as toldOfTests'])
    .select(['invited_at as invitedAt', 'accepted_at as acceptedAt'])
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
}

export async function readBefore(db: Database, memberId: string, contactHash: string): Promise<Before> {
  const refusal = await db
    .selectFrom('circle_refusals')
    .select('contact_hash')
    .where('contact_hash', '=', contactHash)
    .executeTakeFirst()
  const latest = await db
    .selectFrom('circle_people')
    .select(['accepted_at as acceptedAt', 'ended_by as endedBy'])
    .where('member_id', '=', memberId)
    .where('contact_hash', '=', contactHash)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { isRefused: refusal !== undefined, latest: latest ?? null }
}

type NewPerson = {
  memberId: string
  contact: Contact
  name: string
  told: Told
  toldOfTests: boolean
  linkHash: string
}

export async function insertPerson(db: Database, person: NewPerson, now: Date) {
  const { memberId, contact, name, told, toldOfTests, linkHash } = person
  await db
    .insertInto('circle_people')
    .values({
      member_id: memberId,
      contact_hash: hashOfContact(contact),
      name,
      ...contact,
      told,
      told_of_tests: toldOfTests,
      link_hash: linkHash,
      invited_at: now,
    })
    .execute()
}

export async function updateTold(
  db: Database,
  memberId: string,
  id: string,
  { told, toldOfTests }: { told: Told; toldOfTests: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('circle_people')
    .set({ told, told_of_tests: toldOfTests })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Finds a person by the hash of their link secret, unless they have been removed. */
export async function readByLink(db: Database, linkHash: string) {
  return db
    .selectFrom('circle_people')
    .select(['id', 'member_id as memberId', 'name', 'phone', 'email', 'told'])
    .select(['invited_at as invitedAt', 'accepted_at as acceptedAt'])
    .where('link_hash', '=', linkHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** Records the acceptance. False when it is already accepted, ended or asked too long ago. */
export async function accept(db: Database, id: string, askedSince: Date, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('circle_people')
    .set({ accepted_at: now })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('invited_at', '>', askedSince)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function keepRefusal(db: Database, contactHash: string, now: Date) {
  await db
    .insertInto('circle_refusals')
    .values({ contact_hash: contactHash, refused_at: now })
    .onConflict((conflict) => conflict.column('contact_hash').doNothing())
    .execute()
}

/** Selects which rows to end. */
type Which = { id: string } | { id: string; memberId: string } | { contactHash: string } | { unansweredSince: Date }

/**
 * Ends these people's part in the circle and erases their name and contact, here and in the messages sent to them.
 * Returns who they were, and of which member.
 */
export async function endPeople(
  db: Database,
  which: Which,
  by: EndedBy,
  now: Date,
): Promise<{ memberId: string; name: string; wasIn: boolean }[]> {
  let ending = db
    .updateTable('circle_people')
    .set({ name: '', phone: null, email: null, ended_at: now, ended_by: by })
    .where('ended_at', 'is', null)
  if ('id' in which) ending = ending.where('id', '=', which.id)
  if ('memberId' in which) ending = ending.where('member_id', '=', which.memberId)
  if ('contactHash' in which) ending = ending.where('contact_hash', '=', which.contactHash)
  if ('unansweredSince' in which) {
    ending = ending.where('accepted_at', 'is', null).where('invited_at', '<=', which.unansweredSince)
  }
  const ended = await ending
    .returning(['id', 'member_id as memberId', sql<string>`old.name`.as('name')])
    .returning(sql<string | null>`coalesce(old.phone, old.email)`.as('contact'))
    .returning(sql<boolean>`accepted_at is not null`.as('wasIn'))
    .execute()
  for (const { memberId, contact } of ended) {
    if (contact !== null) await deleteMessagesTo(db, 'circle question', memberId, contact)
  }
  await forgetTold(
    db,
    ended.map(({ id }) => id),
  )
  return ended.map(({ contact: _, ...one }) => one)
}

/** Erases the circle's names and contacts from a member's alarms. The profile's deletion removes `circle_people`. */
export async function forgetCircleOf(db: Database, memberId: string) {
  const people = await db.selectFrom('circle_people').select('id').where('member_id', '=', memberId).execute()
  await forgetTold(
    db,
    people.map(({ id }) => id),
  )
}

async function forgetTold(db: Database, ids: string[]) {
  if (ids.length === 0) return
  const told = db.selectFrom('alarm_recipients').select('id').where('circle_id', 'in', ids)
  await db.updateTable('alarm_deliveries').set({ words: null }).where('recipient_id', 'in', told).execute()
  await db
    .updateTable('alarm_recipients')
    .set({ name: '', phone: null, email: null })
    .where('circle_id', 'in', ids)
    .execute()
}

/** The members whose alarms the owner of this verified phone number is told of. */
export async function readFollowedBy(db: Database, phone: string) {
  return db
    .selectFrom('circle_people')
    .select(['member_id as memberId', 'name', 'accepted_at as acceptedAt'])
    .where('phone', '=', phone)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
}
