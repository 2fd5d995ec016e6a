import { sql } from 'kysely'
import { type Database, onDisk } from '~/platform/database/database.server'
import { asTen, executeNamed } from '~/platform/database/named-statement.server'
import { type Actor, type AlarmState, openStates, type StepKind } from '../alarm'
import type { Position } from '../raise/press'
import type { Place } from '../raise/where/place'
import type { Deadline } from '../watch/policy'
import type { TimelineKind } from './timeline'

/** An alarm's row, as read by whoever is about to change it. */
export type Alarm = NonNullable<Awaited<ReturnType<typeof lockAlarm>>>

const columns = [
  'id',
  'reported_by as reportedBy',
  'origin',
  'postcode',
  'is_test as isTest',
  'place',
  'is_hiding as isHiding',
  'urgency',
  'rounds',
  'called_at as calledAt',
  'widened_at as widenedAt',
  'told_nobody_at as toldNobodyAt',
  'waiting_since as waitingSince',
  'nobody_callable_since as nobodyCallableSince',
  'reopenings',
  'closed_at as closedAt',
  'taken_by_company as takenByCompany',
  'taken_by_guard as takenByGuard',
  'taken_by_operator as takenByOperator',
  'taken_at as takenAt',
  'safe_at as safeAt',
  'first_taken_at as firstTakenAt',
  'created_at as createdAt',
] as const

function selectAlarm(db: Database) {
  return db.selectFrom('safety_alarms').select(columns).select('status as state')
}

/** Locks the alarm's row until the transaction ends: of two who take it at once, the second finds it taken. */
export async function lockAlarm(db: Database, id: string) {
  return selectAlarm(db).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function readAlarm(db: Database, id: string): Promise<Alarm | undefined> {
  return selectAlarm(db).where('id', '=', id).executeTakeFirst()
}

/** The alarm that a member's press joins: open, or recently called off by them (`reopenable`). At most one. */
export async function lockAlarmToJoin(db: Database, personId: string, isTest: boolean): Promise<Alarm | undefined> {
  return selectAlarm(db)
    .where('reported_by', '=', personId)
    .where('is_test', '=', isTest)
    .where((is) => is.or([is('status', 'in', [...openStates]), is('reopenable', '=', true)]))
    .forUpdate()
    .executeTakeFirst()
}

/** Whether somebody may be on the way to this person. Tests do not count: they end by themselves. */
export async function hasOpenAlarm(db: Database, personId: string): Promise<boolean> {
  const open = await db
    .selectFrom('safety_alarms')
    .select('id')
    .where('reported_by', '=', personId)
    .where('is_test', '=', false)
    .where('status', 'in', [...openStates])
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** Whether the person is hiding now: a phone that sounds would give them away. */
export async function isHiding(db: Database, personId: string): Promise<boolean> {
  const open = await db
    .selectFrom('safety_alarms')
    .select('id')
    .where('reported_by', '=', personId)
    .where('is_hiding', '=', true)
    .where('status', 'in', [...openStates])
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** Locks those of the alarms that no other transaction has locked (`skip locked`). */
export async function lockFreeAlarms(db: Database, ids: string[]): Promise<Alarm[]> {
  if (ids.length === 0) return []
  return selectAlarm(db).where('id', 'in', ids).orderBy('id').forUpdate().skipLocked().execute()
}

/** NOTIFY with an `alarmNotice` payload, for a statement over alarms. */
export const changeNotice = sql`pg_notify('alarms',
  json_build_object('alarm', id, 'postcode', postcode, 'test', is_test)::text)`

/** Announces on commit that these alarms have changed, and makes that commit durable (`synchronous_commit`). */
export async function announceChange(db: Database, alarmIds: string[]) {
  await executeNamed(
    db,
    'announce change',
    sql`select ${changeNotice}, ${onDisk}
    from safety_alarms where id = any(${asTen(alarmIds)}::uuid[])`,
  )
}

/** Announces that messages about these alarms went out: for pages only, the engine ignores it. */
export async function announceSent(db: Database, alarmIds: string[]) {
  await executeNamed(
    db,
    'announce sent',
    sql`select pg_notify('alarms', 
    json_build_object('alarm', id, 'postcode', postcode, 'test', is_test, 'what', 'sent')::text)
    from safety_alarms where id = any(${asTen(alarmIds)}::uuid[])`,
  )
}

export type AlarmChange = Partial<{
  status: AlarmState
  place: Place
  is_hiding: boolean
  urgency: number
  called_at: Date
  widened_at: Date
  told_nobody_at: Date
  waiting_since: Date
  nobody_callable_since: Date | null
  reopenings: number
  reopenable: boolean
  taken_by_company: string | null
  taken_by_guard: string | null
  taken_by_system: string | null
  taken_by_operator: string | null
  taker_company_name: string | null
  taken_at: Date | null
  first_taken_at: Date
  on_site_at: Date | null
  safe_at: Date | null
  closed_at: Date | null
}>

export async function updateAlarms(db: Database, ids: string[], change: AlarmChange) {
  if (ids.length > 0) await db.updateTable('safety_alarms').set(change).where('id', 'in', ids).execute()
}

/** Starts a new round: from now on a message of the same kind is new, not a duplicate. */
export async function beginRound(db: Database, ids: string[]) {
  await db
    .updateTable('safety_alarms')
    .set((row) => ({ rounds: row('rounds', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
}

export type Facts = Record<string, string | number | boolean>

export type NewEntry = { alarmId: string; kind: TimelineKind; actor: Actor; facts?: Facts }

/** Adds to the timeline. The database allows only inserts there. */
export async function addEntries(db: Database, at: Date, ...entries: NewEntry[]) {
  if (entries.length === 0) return
  const rows = entries.map(({ alarmId, kind, actor, facts }) => ({
    alarm_id: alarmId,
    at,
    kind,
    actor_kind: actor.kind,
    ...idsOf(actor),
    facts: JSON.stringify({ ...facts, ...keyOf(actor) }),
  }))
  await db.insertInto('alarm_timeline').values(rows).execute()
}

/** Which of the company's API keys was used. Only its mark: the company can change the key's name. */
const keyOf = (actor: Actor): Facts =>
  actor.kind === 'partner' && actor.key ? { via: 'api', key: actor.key.mark } : {}

function idsOf(actor: Actor) {
  if (actor.kind === 'partner') return { actor_id: actor.companyId, guard_id: actor.guardId }
  return { actor_id: actor.kind === 'system' ? null : actor.personId, guard_id: null }
}

export type NextStep = Deadline & { alarm: Pick<Alarm, 'id' | 'isTest'> }

const rowsOf = (steps: NextStep[], now: Date) =>
  steps.map(({ alarm, kind, afterS }) => ({
    alarm_id: alarm.id,
    kind,
    armed_at: now,
    due_at: new Date(now.getTime() + afterS * 1000),
    is_test: alarm.isTest,
  }))

/**
 * Schedules steps unless one of the kind is pending: pressing again never postpones help. False if all were pending.
 */
export async function armMissingSteps(db: Database, steps: NextStep[], now: Date): Promise<boolean> {
  if (steps.length === 0) return false
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('alarm_steps')
    .values(rowsOf(steps, now))
    .onConflict((conflict) => conflict.columns(['alarm_id', 'kind']).where('state', '=', 'pending').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Schedules steps; a pending step of the same kind is moved to the new time. */
export async function armSteps(db: Database, steps: NextStep[], now: Date) {
  if (steps.length === 0) return
  await db
    .insertInto('alarm_steps')
    .values(rowsOf(steps, now))
    .onConflict((conflict) =>
      conflict
        .columns(['alarm_id', 'kind'])
        .where('state', '=', 'pending')
        .doUpdateSet((row) => ({ armed_at: row.ref('excluded.armed_at'), due_at: row.ref('excluded.due_at') })),
    )
    .execute()
}

/** Cancels pending steps (all, or of these kinds). Returns how many. */
export async function dropSteps(db: Database, alarmId: string, now: Date, kinds?: StepKind[]): Promise<number> {
  let steps = db
    .updateTable('alarm_steps')
    .set({ state: 'dropped', settled_at: now })
    .where('alarm_id', '=', alarmId)
    .where('state', '=', 'pending')
  if (kinds) steps = steps.where('kind', 'in', kinds)
  const { numUpdatedRows } = await steps.executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function insertPosition(db: Database, alarmId: string, position: Position, now: Date) {
  const { latitude, longitude, accuracyM } = position
  await db
    .insertInto('alarm_positions')
    .values({ alarm_id: alarmId, latitude, longitude, accuracy_m: accuracyM, created_at: now })
    .execute()
}

type NewUpdate = {
  alarmId: string
  key: string
  kind: 'press' | 'note'
  by: 'member' | 'partner' | 'operator'
  authorId: string
  message: string
}

export type LastPress = { id: string; createdAt: Date }

/** The member's newest press after the first. */
export async function readLastPress(db: Database, alarmId: string): Promise<LastPress | undefined> {
  return db
    .selectFrom('alarm_updates')
    .select(['id', 'created_at as createdAt'])
    .where('alarm_id', '=', alarmId)
    .where('kind', '=', 'press')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether the timeline has an entry of this kind by this very actor, optionally at or after a given time. */
export async function hasSaid(db: Database, alarmId: string, kind: TimelineKind, actor: Actor, after?: Date | null) {
  const { actor_id, guard_id } = idsOf(actor)
  let lines = db
    .selectFrom('alarm_timeline')
    .select('id')
    .where('alarm_id', '=', alarmId)
    .where('kind', '=', kind)
    .where('actor_id', 'is not distinct from', actor_id)
    .where('guard_id', 'is not distinct from', guard_id)
  if (after) lines = lines.where('at', '>=', after)
  return (await lines.limit(1).executeTakeFirst()) !== undefined
}

/** The actor of the newest entry of this kind; for kinds that people cause. */
export async function readLastActor(db: Database, alarmId: string, kind: TimelineKind): Promise<Actor> {
  const line = await db
    .selectFrom('alarm_timeline')
    .select(['actor_kind as kind', 'actor_id as id', 'guard_id as guardId'])
    .where('alarm_id', '=', alarmId)
    .where('kind', '=', kind)
    // Qualified on purpose: plain `id` would sort by the selected alias, which is the actor's id.
    .orderBy('alarm_timeline.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (line?.kind === 'partner' && line.id) {
    return { kind: 'partner', companyId: line.id, guardId: line.guardId, via: 'page' }
  }
  if (line?.kind === 'operator' && line.id) return { kind: 'operator', personId: line.id }
  return { kind: 'system' }
}

/** Returns false if this key was stored before (idempotency). */
export async function insertUpdate(db: Database, update: NewUpdate, now: Date): Promise<boolean> {
  const { alarmId, key, kind, by, authorId, message } = update
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('alarm_updates')
    .values({ alarm_id: alarmId, key, kind, author_kind: by, author_id: authorId, message, created_at: now })
    .onConflict((conflict) => conflict.columns(['author_id', 'key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The message stored under this idempotency key, and the alarm it belongs to, as first or later press. */
export async function readPressByKey(db: Database, personId: string, key: string) {
  const first = db
    .selectFrom('safety_alarms')
    .select(['id as alarmId', 'message'])
    .where('reported_by', '=', personId)
    .where('key', '=', key)
  const later = db
    .selectFrom('alarm_updates')
    .select(['alarm_id as alarmId', 'message'])
    .where('author_id', '=', personId)
    .where('key', '=', key)
  return first.unionAll(later).limit(1).executeTakeFirst()
}

export async function countTestsOf(db: Database, personId: string, since: Date): Promise<number> {
  const recent = await db
    .selectFrom('safety_alarms')
    .select('id')
    .where('reported_by', '=', personId)
    .where('is_test', '=', true)
    .where('created_at', '>', since)
    .limit(10)
    .execute()
  return recent.length
}
