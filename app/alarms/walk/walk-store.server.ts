import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { isNotSetAside } from '~/platform/work/one-run'
import { hasOpenAlarm } from '../history/alarm-store.server'
import type { Position } from '../raise/press'

const columns = [
  'id',
  'member_id as memberId',
  'state',
  'home_at as homeAt',
  'due_at as dueAt',
  'asked_at as askedAt',
  'ended_at as endedAt',
  'alarm_id as alarmId',
  'shares_position as sharesPosition',
  'positioned_at as positionedAt',
] as const

export type Walk = NonNullable<Awaited<ReturnType<typeof readLatestWalk>>>

/** The member's walk in progress, or else the latest ended one. */
export async function readLatestWalk(db: Database, memberId: string) {
  return db
    .selectFrom('walks')
    .select(columns)
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function readWalkByLink(db: Database, linkHash: string) {
  return db.selectFrom('walks').select(columns).where('link_hash', '=', linkHash).executeTakeFirst()
}

type NewWalk = { memberId: string; key: string; homeAt: Date; sharesPosition: boolean }

/** False when this key has been used before (a resend), or when another walk is in progress. */
export async function insertWalk(db: Database, walk: NewWalk, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('walks')
    .values({
      member_id: walk.memberId,
      key: walk.key,
      home_at: walk.homeAt,
      due_at: walk.homeAt,
      shares_position: walk.sharesPosition,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Erases the position in the same statement that ends the walk. */
const forgotten = { latitude: null, longitude: null, accuracy_m: null, positioned_at: null }

type Whose = { memberId: string } | { linkHash: string }

/**
 * Ends the walk without an alarm. False when it has already ended. The engine holds the row lock (`lockDueWalk`), so of
 * the two the second sees what the first did.
 */
export async function endWalkWell(
  db: Database,
  whose: Whose,
  state: 'home' | 'cancelled',
  now: Date,
): Promise<boolean> {
  let walk = db
    .updateTable('walks')
    .set({ state, ended_at: now, ...forgotten })
    .where('ended_at', 'is', null)
  walk =
    'memberId' in whose ? walk.where('member_id', '=', whose.memberId) : walk.where('link_hash', '=', whose.linkHash)
  const { numUpdatedRows } = await walk.executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Locks the member's walk in progress, so that concurrent extensions add up (no lost update). */
export async function lockOpenWalk(db: Database, memberId: string) {
  return db
    .selectFrom('walks')
    .select(columns)
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function hasOpenWalk(db: Database, memberId: string): Promise<boolean> {
  const open = db.selectFrom('walks').select('id').where('member_id', '=', memberId).where('ended_at', 'is', null)
  return (await open.executeTakeFirst()) !== undefined
}

/** Whether a member has something open that only a member can end. */
export async function hasOpenAlarmOrWalk(db: Database, memberId: string): Promise<boolean> {
  // The walk first: one that is just raising an alarm is open until the alarm can be seen.
  return (await hasOpenWalk(db, memberId)) || (await hasOpenAlarm(db, memberId))
}

/** Sets a later time. This also answers a question that is open. */
export async function updateHomeAt(db: Database, id: string, homeAt: Date) {
  await db
    .updateTable('walks')
    .set({ state: 'walking', home_at: homeAt, due_at: homeAt, asked_at: null })
    .where('id', '=', id)
    .execute()
}

/** Keeps only the newest position, and only while the walk is in progress and sharing is on. */
export async function writePosition(db: Database, memberId: string, position: Position, now: Date): Promise<boolean> {
  const { latitude, longitude, accuracyM } = position
  const { numUpdatedRows } = await db
    .updateTable('walks')
    .set({ latitude, longitude, accuracy_m: accuracyM, positioned_at: now })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .where('shares_position', '=', true)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Turns sharing on or off. Turning it off erases the stored position. */
export async function updateSharing(db: Database, memberId: string, isShared: boolean) {
  await db
    .updateTable('walks')
    .set({ shares_position: isShared, ...(isShared ? {} : forgotten) })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .execute()
}

export type DueWalk = {
  id: string
  memberId: string
  state: 'walking' | 'asked'
  homeAt: Date
  position: Position | null
}

/**
 * Locks one due walk, skipping those that another process has locked. A question whose `asked_at` lies in the future
 * means that the clock was set back: the walk is then due at once.
 */
export async function lockDueWalk(db: Database, now: Date, but: readonly string[]): Promise<DueWalk | undefined> {
  const row = await db
    .selectFrom('walks')
    .select(['id', 'member_id as memberId', 'state', 'home_at as homeAt'])
    .select(['latitude', 'longitude', 'accuracy_m as accuracyM'])
    .where('ended_at', 'is', null)
    .where(sql<boolean>`(due_at <= ${now} or asked_at > ${now}::timestamptz + interval '5 s')`)
    .where(isNotSetAside('id', but))
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return undefined
  const { id, memberId, homeAt, latitude, longitude, accuracyM } = row
  const position = latitude === null || longitude === null ? null : { latitude, longitude, accuracyM }
  return { id, memberId, state: row.state === 'asked' ? 'asked' : 'walking', homeAt, position }
}

export async function writeAsked(db: Database, id: string, asked: { linkHash: string; dueAt: Date }, now: Date) {
  await db
    .updateTable('walks')
    .set({ state: 'asked', asked_at: now, due_at: asked.dueAt, link_hash: asked.linkHash })
    .where('id', '=', id)
    .execute()
}

/** The alarm owns the position from here on; it is kept and blurred with the alarm. */
export async function writeRaised(db: Database, id: string, alarmId: string, now: Date) {
  await db
    .updateTable('walks')
    .set({ state: 'raised', alarm_id: alarmId, ended_at: now, ...forgotten })
    .where('id', '=', id)
    .execute()
}

/** Deletes ended walks. The caller keeps them for a day, so that the link and page can still say how they ended. */
export async function deleteWalksOver(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('walks').where('ended_at', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}

export async function readWalksWhole(db: Database, memberId: string) {
  return db
    .selectFrom('walks')
    .select(['created_at', 'home_at', 'state', 'ended_at', 'latitude', 'longitude', 'positioned_at'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
}
