import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { claimedFor } from '~/platform/work/claim.server'
import type { Ore } from '~/shared/money'
import type { SwishState } from './swish-request'

/** Requests to Swish, and how each of them ended. */

export type SwishRow = {
  id: string
  chargeId: string
  amount: Ore
  payee: string
  payer: string | null
  token: string | null
  state: SwishState
  code: string | null
  note: string | null
  createdAt: Date
}

const columns = [
  'id',
  'charge_id as chargeId',
  'amount_cents as amount',
  'payee',
  'payer',
  'token',
  'state',
  'code',
  'note',
  'created_at as createdAt',
] as const

export type NewSwish = { id: string; chargeId: string; amount: Ore; payee: string; payer: string | null }

/** False if the charge has an open request already. */
export async function insertSwish(db: Database, one: NewSwish, now: Date, firstLookAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('swish_requests')
    .values({
      id: one.id,
      charge_id: one.chargeId,
      amount_cents: one.amount,
      payee: one.payee,
      payer: one.payer,
      created_at: now,
      next_attempt_at: firstLookAt,
    })
    .onConflict((conflict) => conflict.column('charge_id').where('state', 'in', ['asked', 'waiting']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The latest request for a charge. */
export async function readSwishOf(db: Database, chargeId: string): Promise<SwishRow | undefined> {
  return db
    .selectFrom('swish_requests')
    .select(columns)
    .where('charge_id', '=', chargeId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** How many requests there were for a charge since then (rate limit). */
export async function countSwishSince(db: Database, chargeId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('swish_requests')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('charge_id', '=', chargeId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Marks a request as received by Swish, unless it has ended meanwhile. */
export async function markWaiting(db: Database, id: string, token: string | null, nextLookAt: Date) {
  await db
    .updateTable('swish_requests')
    .set({ state: 'waiting', token, next_attempt_at: nextLookAt })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .execute()
}

/**
 * Claims open requests that are due under a lease, so that no other process takes them. If this process dies, the lease
 * expires.
 */
export async function claimDueSwish(db: Database, now: Date, seconds: number, limit: number): Promise<SwishRow[]> {
  const due = db
    .selectFrom('swish_requests')
    .select('id')
    .where('ended_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return db
    .with('due', () => due)
    .updateTable('swish_requests')
    .set(claimedFor(now, seconds))
    .where('id', 'in', (from) => from.selectFrom('due').select('due.id'))
    .returning(columns)
    .execute()
}

/** Makes an open request due now. False if it is not open, or due already. */
export async function lookSoon(db: Database, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('swish_requests')
    .set({ next_attempt_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    // A request that is due will be polled anyway.
    .where('next_attempt_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function lookAgain(db: Database, id: string, state: SwishState, nextLookAt: Date) {
  await db
    .updateTable('swish_requests')
    .set({ state, next_attempt_at: nextLookAt })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/**
 * Ends a request, once: of concurrent calls only the first returns true. Deletes the payer's personal data (number,
 * token).
 */
export async function endSwish(
  db: Database,
  id: string,
  end: { state: SwishState; code: string | null; note: string | null },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('swish_requests')
    .set({ ...end, ended_at: now, payer: null, token: null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function noteSwish(db: Database, id: string, note: string) {
  await db.updateTable('swish_requests').set({ note }).where('id', '=', id).execute()
}

/** Requests with a note that nobody has marked as seen: paid but not booked, or never reported. Latest first. */
export async function readSwishToSee(db: Database, limit: number) {
  return db
    .selectFrom('swish_requests')
    .select(['id', 'state', 'note', 'ended_at as endedAt', 'amount_cents as amount'])
    .where('note', 'is not', null)
    .where('seen_at', 'is', null)
    .orderBy('ended_at', 'desc')
    .limit(limit)
    .execute()
}

/** False if there is no such request, or it is marked as seen already. */
export async function markSwishSeen(db: Database, id: string, by: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('swish_requests')
    .set({ seen_at: now, seen_by: by })
    .where('id', '=', id)
    .where(sql<boolean>`note is not null`)
    .where('seen_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
