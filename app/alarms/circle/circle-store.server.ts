import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { Before, EndedBy, Told } from './circle'

/** How somebody is asked and told: by the one or the other. */
export type Contact = { phone: string; email: null } | { phone: null; email: string }

/**
 * What is left of somebody who is told no more. Without a key, so that a no holds for ever: a key that is changed would
 * forget who has said it.
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

/** Those whom a member has named, asked and in, in the order they were. */
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

/** By the secret of their link, while it stands. */
export async function readByLink(db: Database, linkHash: string) {
  return db
    .selectFrom('circle_people')
    .select(['id', 'member_id as memberId', 'name', 'phone', 'email', 'told'])
    .select(['invited_at as invitedAt', 'accepted_at as acceptedAt'])
    .where('link_hash', '=', linkHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** The yes, once: false when it has been said, or taken back, or came too late. */
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

/** Whose rows are to end. */
type Which = { id: string } | { id: string; memberId: string } | { contactHash: string } | { unansweredSince: Date }

/**
 * They are told no more: name and number go, here and in what they were sent. Returns who they were, and whose.
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
    .returning(sql<boolean>`accepted_at is not null`.as('wasIn'))
    .execute()
  await forgetTold(
    db,
    ended.map(({ id }) => id),
  )
  return ended
}

/** What a member's alarms hold of those whom they named; the rows themselves go with the profile. */
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

/** Whose alarms somebody with this number, proven theirs, is told of. */
export async function readFollowedBy(db: Database, phone: string) {
  return db
    .selectFrom('circle_people')
    .select(['member_id as memberId', 'name', 'accepted_at as acceptedAt'])
    .where('phone', '=', phone)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
}
