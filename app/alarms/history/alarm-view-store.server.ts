import { type RawBuilder, sql } from 'kysely'
import { personName, personPhone } from '~/accounts/public.server'
import { isCalledIn } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import { formatPhone } from '~/shared/phone'
import { type AlarmState, type DeliveryState, isOpen, openStates, type Partner, type StepKind } from '../alarm'
import { isBare } from '../answer/closed-alarm'
import { formerTakersOf, nobodyAtTheEnd } from '../answer/former/former-takers'
import { nearCompany, type PartnerSight, reaches, sightOf } from '../answer/part.server'
import { linesOfTakers, takerFirstName, takerName } from '../answer/taker-store.server'
import { hasHome } from '../home/setup-store.server'
import { isAtHome, type Place } from '../raise/where/place'
import { companions } from '../together/companion-store.server'
import type { Fix, PartnerAlarm, Update } from './alarm-views'
import type { FollowedAlarm } from './alarm-wire'
import { lastFix } from './position-store.server'

/** Only entries of the current taker: an earlier taker may have set out too. */
const setOutAt = sql<Date | null>`(select max(at) from alarm_timeline
  where alarm_id = safety_alarms.id and kind = 'set_out' and at >= taken_at)`
const updates = sql<Update[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'by', author_kind, 'message', message,
    'createdAt', created_at) order by id)
  from alarm_updates where alarm_id = safety_alarms.id), '[]')`

export function selectAlarms(db: Database) {
  return db
    .selectFrom('safety_alarms')
    .select([
      'safety_alarms.id',
      'safety_alarms.postcode',
      'is_test as isTest',
      'urgency',
      'place',
      'is_hiding as isHiding',
      'safety_alarms.message',
      'safety_alarms.created_at as createdAt',
      'taken_at as takenAt',
      'on_site_at as onSiteAt',
      'safe_at as safeAt',
      'closed_at as closedAt',
      'told_nobody_at as toldNobodyAt',
      'origin',
    ])
    .select('status as state')
    .select(linesOfTakers.as('takers'))
    .select([takerName.as('takerName'), companions.as('companions'), setOutAt.as('setOutAt'), updates.as('updates')])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectAlarms>['executeTakeFirstOrThrow']>>

/** Converts dates, which are text inside JSON, and derives the former takers from history entries. */
export function withDates<Alarm extends Pick<Row, 'updates' | 'takers'>>({ takers, ...alarm }: Alarm) {
  const updates = alarm.updates.map((update) => ({ ...update, createdAt: new Date(update.createdAt) }))
  return { ...alarm, updates, formerTakers: formerTakersOf(takers) }
}

/** Recipients who could come (or send somebody). */
const isCalled = sql<boolean>`role in ('partner', 'neighbour', 'operator')`
/**
 * The call belongs to the newest round: calls sent before the alarm was last opened to everybody say nothing about who
 * knows of it now. That round's epoch is the current one, minus one if it has been taken since and minus one if it has
 * ended. There may be no call of that epoch yet: an alarm that is pressed and called off by turns delays its SMS.
 */
const isNewest = sql<boolean>`coalesce(epoch >= safety_alarms.epoch
  - (safety_alarms.taken_at is not null)::int - (safety_alarms.closed_at is not null)::int, true)`
/** When the alarm was last given back to everybody, if ever. Only views since then have seen its present state. */
export const anewSince = (alarmId: RawBuilder<string>) => sql<Date | null>`(select max(at) from alarm_timeline
  where alarm_id = ${alarmId} and kind in ('handed_back', 'released', 'reopened')
    -- Skips a hand-back written by the action that closed the alarm: that one calls nobody again.
    and at is distinct from (select closed_at from safety_alarms as ended where ended.id = ${alarmId}))`
const hasSeen = sql<boolean>`coalesce(seen_at >= ${anewSince(sql`safety_alarms.id`)}, seen_at is not null)`
/** Was only told of another press of an alarm that somebody has: they were not called. */
const isOnlyTold = sql<boolean>`(exists (select from alarm_deliveries where recipient_id = recipient.id and kind = 'update')
  and not exists (select from alarm_deliveries where recipient_id = recipient.id and kind = 'call'))`
const called = sql<number>`(select count(*)::int from alarm_recipients as recipient
  where alarm_id = safety_alarms.id and ${isCalled} and (${hasSeen} or not ${isOnlyTold}))`
/** Number of recipients who opened the alarm or have a call in one of these states. */
const withCall = (states: DeliveryState[], who: RawBuilder<unknown> = isCalled) => sql<number>`(
  select count(*)::int from alarm_recipients as recipient
  where alarm_id = safety_alarms.id and ${who} and (${hasSeen} or exists (
    select from alarm_deliveries where recipient_id = recipient.id and kind = 'call' and ${isNewest}
      and state in (${sql.join(states)}))))`
const sentTo = withCall(['sent', 'delivered'])
const underWay = withCall(['queued', 'sending'])
const canCome = sql<boolean>`role in ('partner', 'neighbour')`
const mayHaveCome = sql<boolean>`(${withCall(['queued', 'sending', 'sent', 'unsure', 'delivered'], canCome)} > 0)`
const reached = withCall(['delivered'])
const seen = sql<number>`(select count(*)::int from alarm_recipients
  where alarm_id = safety_alarms.id and ${isCalled} and ${hasSeen})`
const sentElsewhere = sql<{ neighbours: number; operators: number }>`jsonb_build_object(
  'neighbours', ${withCall(['sent', 'delivered'], sql`role = 'neighbour'`)},
  'operators', ${withCall(['sent', 'delivered'], sql`role = 'operator'`)})`
/** Counts only partners that may still be called now, whether or not they were called then. */
const noPartners = (now: Date) => sql<boolean>`not exists (select from alarm_recipients as recipient
  where alarm_id = safety_alarms.id and role = 'partner'
    and ${isCalledIn(sql.ref('recipient.company_id'), sql.ref('safety_alarms.postcode'), now)})`
const next = sql<{ kind: StepKind; at: string } | null>`(select jsonb_build_object('kind', kind, 'at', due_at)
  from alarm_steps where alarm_id = safety_alarms.id and state = 'pending'
    and kind in ('call again', 'press', 'widen', 'tell member', 'end test') order by due_at limit 1)`

/** Who ended it: the taker, or somebody else who may: a colleague, the company's own system, an operator. */
const endedBy = sql<FollowedAlarm['endedBy']>`(select case
    when actor_kind = 'operator' then case when actor_id = safety_alarms.taken_by_operator then 'taker' else 'operator' end
    when (actor_id, guard_id) is not distinct from (safety_alarms.taken_by_company, safety_alarms.taken_by_guard)
      and (facts -> 'key' is not null) = (safety_alarms.taken_by_system is not null) then 'taker'
    when facts -> 'key' is not null then 'system' else 'colleague' end
  from alarm_timeline where alarm_id = safety_alarms.id and kind = 'resolved' order by id desc limit 1)`

function selectFollowed(db: Database, now: Date) {
  return selectAlarms(db).select([
    called.as('recipients'),
    sentTo.as('sentTo'),
    underWay.as('underWay'),
    mayHaveCome.as('mayHaveCome'),
    reached.as('reached'),
    seen.as('seen'),
    sentElsewhere.as('sentElsewhere'),
    'widened_at as widenedAt',
    noPartners(now).as('noPartners'),
    endedBy.as('endedBy'),
    next.as('next'),
  ])
}

type FollowedRow = Awaited<ReturnType<ReturnType<typeof selectFollowed>['executeTakeFirstOrThrow']>>

function followed({ next: step, ...row }: FollowedRow): FollowedAlarm {
  return { ...withDates(row), next: step && { kind: step.kind, at: new Date(step.at) } }
}

/** A member's newest alarm and newest test, while open and for a while after. */
export async function readFollowedAlarms(db: Database, personId: string, closedAfter: Date, now: Date) {
  const rows = await askFollowed(db, personId, closedAfter, now)
  return rows.map(followed)
}

const askFollowed = builtOnce('followed alarms', (db: Database, personId: string, closedAfter: Date, now: Date) =>
  selectFollowed(db, now)
    .distinctOn('is_test')
    .where('reported_by', '=', personId)
    .where((where) => where.or([where('closed_at', 'is', null), where('closed_at', '>', closedAfter)]))
    .orderBy('is_test')
    .orderBy('safety_alarms.id', 'desc'),
)

export async function readFollowedAlarm(db: Database, alarmId: string, now: Date): Promise<FollowedAlarm | null> {
  const [row] = await askFollowedOne(db, alarmId, now)
  return row ? followed(row) : null
}

const askFollowedOne = builtOnce('followed alarm', (db: Database, alarmId: string, now: Date) =>
  selectFollowed(db, now).where('safety_alarms.id', '=', alarmId),
)

/** Keyset pagination over a member's own alarms, newest first; `before` is the last id of the previous page. */
export async function readOwnAlarmPage(db: Database, personId: string, before: string | null, most: number) {
  let alarms = selectAlarms(db)
    .select([sentTo.as('sentTo'), sentElsewhere.as('sentElsewhere'), mayHaveCome.as('mayHaveCome')])
    .where('reported_by', '=', personId)
  if (before) alarms = alarms.where('safety_alarms.id', '<', before)
  const rows = await alarms.orderBy('safety_alarms.id', 'desc').limit(most).execute()
  return rows.map(withDates)
}

/** A member's own alarm; null if it is somebody else's. */
export async function readAlarmOf(db: Database, personId: string, alarmId: string, now: Date) {
  const [row] = await askOwn(db, personId, alarmId, now)
  return row ? followed(row) : null
}

const askOwn = builtOnce('own alarm', (db: Database, personId: string, alarmId: string, now: Date) =>
  selectFollowed(db, now).where('safety_alarms.id', '=', alarmId).where('reported_by', '=', personId),
)

/** Nobody answered in time, nobody can be called, or the auditor has an open incident about it. */
export const needsHelp = sql<boolean>`(not is_test and status = 'new' and num_nonnulls(told_nobody_at, nobody_callable_since) > 0) or exists (
  select from alarm_incidents where alarm_id = safety_alarms.id and gone_at is null)`

export const pressWaits = sql<boolean>`exists (select from alarm_steps
  where alarm_id = safety_alarms.id and kind = 'answer press' and state = 'pending')`

/** Somebody has said that the alarm is false, and can still take that back. */
export const endsAsFalse = sql<boolean>`exists (select from alarm_steps
  where alarm_id = safety_alarms.id and kind = 'end false' and state = 'pending')`

function selectForPartners(db: Database) {
  return selectAlarms(db).select([
    personName('safety_alarms.reported_by').as('reporterName'),
    personPhone('safety_alarms.reported_by').as('reporterPhone'),
    lastFix.as('lastFix'),
    hasHome.as('hasHome'),
    pressWaits.as('pressWaits'),
    endsAsFalse.as('endsAsFalse'),
    takerFirstName.as('takerFirstName'),
  ])
}

export type PartnerRow = Awaited<ReturnType<ReturnType<typeof selectForPartners>['executeTakeFirstOrThrow']>>

/**
 * Reduces an alarm to what a partner with this sight may see: no surname and no phone for those who do not go there,
 * and nothing about the person a day after it is over. Every partner list, page, link and stream uses this function.
 */
export function asPartnerSees(row: PartnerRow, sight: PartnerSight, now: Date): PartnerAlarm {
  const { origin, reporterName, reporterPhone, lastFix, toldNobodyAt: _, formerTakers, ...rest } = withDates(row)
  const alarm = {
    ...rest,
    nobodyHadIt: (rest.closedAt && nobodyAtTheEnd({ takenAt: rest.takenAt, formerTakers })) ?? null,
  }
  const goesThere = sight === 'taker' || sight === 'companion'
  const name = reporterName ?? (origin === 'canary' ? 'Automatiskt test' : 'Borttaget konto')
  const sides = sidesOf(sight)
  if (isBare(alarm, now)) {
    const nothing = {
      message: '',
      updates: [],
      place: null,
      isHiding: false,
      reporterName: '',
      reporterPhone: null,
      reporterShownPhone: null,
      hasPosition: false,
      lastFix: null,
      hasHome: false,
    }
    return { ...alarm, ...nothing, ...sides, isBare: true }
  }
  // Hidden when it must not be rung, so that nobody rings it by mistake.
  const phone = goesThere && isOpen(alarm.state) && !alarm.isHiding ? reporterPhone : null
  return {
    ...alarm,
    ...sides,
    isBare: false,
    hasHome: showsHome(alarm),
    hasPosition: lastFix !== null,
    lastFix: lastFix && fixOf(lastFix, now),
    reporterName: goesThere || !reporterName ? name : (name.split(' ')[0] ?? name),
    reporterPhone: phone,
    reporterShownPhone: phone && formatPhone(phone),
  }
}

const sidesOf = (sight: PartnerSight) => ({
  isMine: sight === 'taker',
  isColleagues: sight === 'colleague' || sight === 'companion',
  isComing: sight === 'companion',
  isNeighbours: sight === 'neighbour',
})

export async function readPartnerRow(db: Database, alarmId: string): Promise<PartnerRow | undefined> {
  const [row] = await askPartnerRow(db, alarmId)
  return row
}

const askPartnerRow = builtOnce('alarm for partners', (db: Database, alarmId: string) =>
  selectForPartners(db).where('safety_alarms.id', '=', alarmId),
)

/** A guard, or the owner of a guard company, who looks at alarms. */
export type Onlooker = Pick<Partner, 'companyId' | 'guardId'>

function selectReaching(db: Database, { companyId, guardId }: Onlooker, now: Date) {
  return selectForPartners(db)
    .innerJoin('companies', (join) => join.on('companies.id', '=', companyId))
    .select(sightOf(sql`${guardId}::uuid`).as('sight'))
    .where(reaches(now))
}

/** One alarm as somebody at a company may see it now; null when it does not reach the company. */
export async function readAlarmForPartner(db: Database, onlooker: Onlooker, alarmId: string, now: Date) {
  const [row] = await askForPartner(db, onlooker.companyId, onlooker.guardId, alarmId, now)
  return row ? asPartnerSees(withoutSight(row), row.sight, now) : null
}

const askForPartner = builtOnce(
  'alarm for a partner',
  (db: Database, companyId: string, guardId: string | null, alarmId: string, now: Date) =>
    selectReaching(db, { companyId, guardId }, now).where('safety_alarms.id', '=', alarmId),
)

function fixOf({ at, accuracyM }: { at: string; accuracyM: number | null }, now: Date): Fix {
  const moment = new Date(at)
  return { at: moment, accuracyM, ageS: Math.max(0, Math.round((now.getTime() - moment.getTime()) / 1000)) }
}

/** Only while the alarm is open, for a member said to be at home, and never for a test. */
export const showsHome = (alarm: { hasHome: boolean; state: AlarmState; isTest: boolean; place: Place | null }) =>
  alarm.hasHome && isOpen(alarm.state) && !alarm.isTest && isAtHome(alarm.place)

const withoutSight = <Seen extends { sight: PartnerSight }>({ sight: _, ...row }: Seen) => row

/** Open alarms that reach the company: only that they exist and who has them, nothing about the person or the words. */
export async function readOpenAlarmsFor(db: Database, { companyId, guardId }: Onlooker, now: Date) {
  const rows = await askThatAreOpen(db, companyId, guardId, now)
  return rows.map(({ sight, ...row }) => ({ ...row, ...sidesOf(sight) }))
}

const askThatAreOpen = builtOnce(
  'that alarms are open',
  (db: Database, companyId: string, guardId: string | null, now: Date) =>
    db
      .selectFrom('safety_alarms')
      .innerJoin('companies', (join) => join.on('companies.id', '=', companyId))
      .select(['safety_alarms.id', 'safety_alarms.postcode', 'safety_alarms.created_at as createdAt'])
      .select(['status as state', 'is_test as isTest'])
      .select([takerName.as('takerName'), takerFirstName.as('takerFirstName'), companions.as('companions')])
      .select(sightOf(sql`${guardId}::uuid`).as('sight'))
      .where(reaches(now))
      .where(nearCompany(companyId))
      .where('status', 'in', [...openStates]),
)

/** Every open alarm that reaches the company now, and the latest that have ended. */
export async function readAlarmsForPartner(
  db: Database,
  { companyId, guardId }: Onlooker,
  closedAfter: Date,
  now: Date,
): Promise<PartnerAlarm[]> {
  const [openRows, overRows] = await Promise.all([
    askOpen(db, companyId, guardId, now),
    askOver(db, companyId, guardId, closedAfter, now),
  ])
  return [...openRows, ...overRows].map((row) => asPartnerSees(withoutSight(row), row.sight, now))
}

const askOpen = builtOnce('open alarms', (db: Database, companyId: string, guardId: string | null, now: Date) =>
  selectReaching(db, { companyId, guardId }, now)
    .where(nearCompany(companyId))
    .where('status', 'in', [...openStates]),
)

const mostOver = 20

const askOver = builtOnce(
  'alarms that are over',
  (db: Database, companyId: string, guardId: string | null, closedAfter: Date, now: Date) =>
    selectReaching(db, { companyId, guardId }, now)
      .where(nearCompany(companyId))
      .where('closed_at', '>', closedAfter)
      // Sorts by the id's text, which has the same order. With the id itself, the generic plan of the prepared
      // statement walks the primary key back through all alarms to find the latest twenty.
      .orderBy(sql`safety_alarms.id::text`, 'desc')
      .limit(mostOver),
)

/** Everything a member has sent, for their data export. */
export async function readAlarmsWhole(db: Database, personId: string) {
  const alarms = await db
    .selectFrom('safety_alarms')
    .select([
      'id',
      'created_at',
      'message',
      'place',
      'is_hiding',
      'is_test',
      'taken_at',
      'taker_company_name',
      'closed_at',
    ])
    .select(['status as state', linesOfTakers.as('takers')])
    .where('reported_by', '=', personId)
    .orderBy('id')
    .execute()
  const ids = alarms.map(({ id }) => id)
  if (ids.length === 0) return { alarms, updates: [], positions: [] }
  const updates = await db
    .selectFrom('alarm_updates')
    .select(['alarm_id as alarmId', 'created_at as skrivet', 'message as text'])
    .where('alarm_id', 'in', ids)
    .orderBy('id')
    .execute()
  const positions = await db
    .selectFrom('alarm_positions')
    .select(['alarm_id as alarmId', 'created_at as skickad', 'latitude as latitud', 'longitude as longitud'])
    .where('alarm_id', 'in', ids)
    .orderBy('id')
    .execute()
  return { alarms, updates, positions }
}
