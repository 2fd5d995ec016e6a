import { sql } from 'kysely'
import { mayActAs } from '~/accounts/public.server'
import { companyName, isCalledIn } from '~/companies/public.server'
import type { Purpose } from '~/outbox/public'
import type { Database } from '~/platform/database/database.server'
import { inOrder } from '~/platform/database/keyset.server'
import { isNotSetAside } from '~/platform/work/one-run'

export type NewBroadcast = {
  key: string
  purpose: Purpose
  postcode: string
  text: string
  state: 'asked' | 'ready'
  companyId: string | null
  authorId: string
  createdAt: Date
}

/**
 * Inserts a broadcast with the form's key as idempotency key: returns the new row's id, or that of the first
 * submission.
 */
export async function insertBroadcast(db: Database, broadcast: NewBroadcast): Promise<{ id: string; isNew: boolean }> {
  const row = {
    key: broadcast.key,
    purpose: broadcast.purpose,
    postcode: broadcast.postcode,
    text: broadcast.text,
    state: broadcast.state,
    company_id: broadcast.companyId,
    author_id: broadcast.authorId,
    created_at: broadcast.createdAt,
  }
  const written = await db
    .insertInto('broadcasts')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written) return { id: written.id, isNew: true }
  const { id } = await db
    .selectFrom('broadcasts')
    .select('id')
    .where('key', '=', broadcast.key)
    // The key is secret to the author's form, so another author's broadcast with this key must not be returned.
    .where('author_id', '=', broadcast.authorId)
    .executeTakeFirstOrThrow()
  return { id, isNew: false }
}

const columns = [
  'broadcasts.id',
  'purpose',
  'broadcasts.postcode',
  'text',
  'broadcasts.state',
  'company_id as companyId',
  companyName('broadcasts.company_id').as('companyName'),
  'author_id as authorId',
  'reason',
  'released_at as releasedAt',
  'ended_at as endedAt',
  'expected',
  'laid_out as laidOut',
  'waiting',
  'sent',
  'delivered',
  'failed',
  'called_off as calledOff',
  'parts',
  'cost',
  'broadcasts.created_at as createdAt',
] as const

const whole = (db: Database) => db.selectFrom('broadcasts').select(columns)

export type BroadcastRow = Awaited<ReturnType<ReturnType<typeof whole>['executeTakeFirstOrThrow']>>

export async function readBroadcast(db: Database, id: string): Promise<BroadcastRow | undefined> {
  return whole(db).where('broadcasts.id', '=', id).executeTakeFirst()
}

/** Newest first unless asked otherwise: of one company, those waiting for a decision, or all. */
export async function readBroadcasts(
  db: Database,
  of: { companyId?: string; asked?: boolean; oldestFirst?: boolean; before: string | null; limit: number },
): Promise<BroadcastRow[]> {
  let rows = whole(db).limit(of.limit)
  if (of.companyId) rows = rows.where('company_id', '=', of.companyId)
  if (of.asked) rows = rows.where('broadcasts.state', '=', 'asked')
  return inOrder(rows, { table: 'broadcasts', down: !of.oldestFirst, before: of.before }).execute()
}

/** Stops the running broadcasts of companies that are no longer called in that postcode. */
export async function stopThoseOfUncalled(db: Database, now: Date) {
  return db
    .updateTable('broadcasts')
    .set({ state: 'stopped', ended_at: now })
    .where('state', '=', 'running')
    .where('company_id', 'is not', null)
    .where(sql<boolean>`not ${isCalledIn(sql`broadcasts.company_id`, sql`broadcasts.postcode`, now)}`)
    .returning(['id', 'company_id as companyId'])
    .execute()
}

/** Counts the broadcasts that wait for a decision, of one company or all. */
export async function countAsked(db: Database, companyId?: string): Promise<number> {
  let asked = db
    .selectFrom('broadcasts')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('state', '=', 'asked')
  if (companyId) asked = asked.where('company_id', '=', companyId)
  return (await asked.executeTakeFirstOrThrow()).count
}

/** Locks the broadcast until the transaction ends. */
export async function lockBroadcast(db: Database, id: string): Promise<BroadcastRow | undefined> {
  await db.selectFrom('broadcasts').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return readBroadcast(db, id)
}

export async function updateReleased(db: Database, id: string, expected: number, now: Date) {
  await db
    .updateTable('broadcasts')
    .set({ state: 'running', released_at: now, expected })
    .where('id', '=', id)
    .execute()
}

export async function updateDeclined(db: Database, id: string, reason: string, now: Date) {
  await db.updateTable('broadcasts').set({ state: 'declined', reason, ended_at: now }).where('id', '=', id).execute()
}

export async function updateStopped(db: Database, id: string, now: Date) {
  await db.updateTable('broadcasts').set({ state: 'stopped', ended_at: now }).where('id', '=', id).execute()
}

export async function deleteBroadcast(db: Database, id: string) {
  await db.deleteFrom('broadcasts').where('id', '=', id).execute()
}

/** The member states that may receive each kind: no offers to members who are past due. */
const memberStates = {
  safety_sms: ['trial', 'active', 'free', 'past_due'],
  offers_sms: ['trial', 'active', 'free'],
} as const satisfies Record<Purpose, readonly string[]>

/** The members of a postcode who have given the consent and have a verified phone. */
function recipientsOf(db: Database, { purpose, postcode }: { purpose: Purpose; postcode: string }) {
  return db
    .selectFrom('profiles')
    .innerJoin('consents', 'consents.profile_id', 'profiles.id')
    .where('profiles.postcode', '=', postcode)
    .where(mayActAs('member'))
    .where('phone_verified_at', 'is not', null)
    .where('phone', 'is not', null)
    .where('member_status', 'in', memberStates[purpose])
    .where('purpose', '=', purpose)
    .where('withdrawn_at', 'is', null)
}

/** The number of distinct phone numbers. Uses the index on postcode. */
export async function countRecipients(db: Database, of: { purpose: Purpose; postcode: string }): Promise<number> {
  const { count } = await recipientsOf(db, of)
    .select((from) => from.fn.count<number>('phone').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export type Recipient = { id: string; phone: string }

/** The next recipients in order of id (keyset pagination). */
export async function readRecipients(
  db: Database,
  of: { purpose: Purpose; postcode: string; after: string | null; limit: number },
): Promise<Recipient[]> {
  let rows = recipientsOf(db, of)
    .select(['profiles.id', sql<string>`phone`.as('phone')])
    .orderBy('profiles.id')
    .limit(of.limit)
  if (of.after) rows = rows.where('profiles.id', '>', of.after)
  return rows.execute()
}

/** Claims a running broadcast with recipients left to queue, by a row lock until the transaction ends. */
export async function takeRunning(db: Database, mostWaiting: number, setAside: readonly string[] = []) {
  return db
    .selectFrom('broadcasts')
    .select(['broadcasts.id', 'purpose', 'broadcasts.postcode', 'text', 'reached_to as reachedTo'])
    .select(['company_id as companyId', companyName('broadcasts.company_id').as('companyName')])
    .where('broadcasts.state', '=', 'running')
    .where('laid_out', '=', false)
    .where('waiting', '<', mostWaiting)
    .where(isNotSetAside('broadcasts.id', setAside))
    .orderBy('broadcasts.id')
    .limit(1)
    .forNoKeyUpdate('broadcasts')
    .skipLocked()
    .executeTakeFirst()
}

export async function updateReached(db: Database, id: string, reachedTo: string | null, laidOut: boolean) {
  await db
    .updateTable('broadcasts')
    .set({ laid_out: laidOut, ...(reachedTo && { reached_to: reachedTo }) })
    .where('id', '=', id)
    .execute()
}

/**
 * Ends the running broadcasts whose recipients are all queued and none is waiting. Returns them with their companies.
 */
export async function finishBroadcasts(db: Database, now: Date) {
  return db
    .updateTable('broadcasts')
    .set({ state: 'done', ended_at: now })
    .where('state', '=', 'running')
    .where('laid_out', '=', true)
    .where('waiting', '=', 0)
    .returning(['id', 'company_id as companyId'])
    .execute()
}

/** The stopped broadcasts that still have queued messages. */
export async function readStoppedWaiting(db: Database): Promise<string[]> {
  const stopped = await db
    .selectFrom('broadcasts')
    .select('id')
    .where('state', '=', 'stopped')
    .where('waiting', '>', 0)
    .limit(10)
    .execute()
  return stopped.map(({ id }) => id)
}
