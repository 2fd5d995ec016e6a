import { sql } from 'kysely'
import { personName, personPhone } from '~/accounts/public.server'
import { companyName } from '~/companies/public.server'
import { guardName } from '~/guards/public.server'
import type { Database } from '~/platform/database/database.server'
import { inOrder } from '~/platform/database/keyset.server'
import { formatPhone } from '~/shared/phone'
import { openStates } from '../alarm'
import { formerTakersOf, type Line } from '../answer/former/former-takers'
import { linesOfTakersAtEnd, takerName } from '../answer/taker-store.server'
import {
  endsAsFalse,
  needsHelp,
  pressWaits,
  selectAlarms,
  showsHome,
  withDates,
} from '../history/alarm-view-store.server'
import type { AlarmLine, DeliveryLine, Entry, Situation, WholeAlarm } from '../history/alarm-views'
import { hasPosition } from '../history/position-store.server'
import { hasHome } from '../home/setup-store.server'
import type { OverSearch } from './over-search'

function selectLines(db: Database) {
  return db
    .selectFrom('safety_alarms')
    .select(['id', 'postcode', 'is_test as isTest', 'urgency', 'reopenings', 'created_at as createdAt'])
    .select(['taken_at as takenAt', 'closed_at as closedAt'])
    .select('status as state')
    .select([takerName.as('takerName'), needsHelp.as('needsHelp'), linesOfTakersAtEnd.as('takers')])
}

const asLine = <Row extends { takers: Line[] }>({ takers, ...line }: Row) => ({
  ...line,
  formerTakers: formerTakersOf(takers),
})

export async function readAlarmLine(db: Database, alarmId: string): Promise<AlarmLine | null> {
  const row = await selectLines(db).where('id', '=', alarmId).executeTakeFirst()
  return row ? asLine(row) : null
}

/**
 * Open alarms in the order of the page (`byNeed`): what needs help, what nobody has taken, the others, tests last; each the
 * oldest first. So a limit leaves out what needs help the least.
 */
export async function readOpenLines(db: Database, most: number): Promise<AlarmLine[]> {
  const rows = await selectLines(db)
    .where('status', 'in', [...openStates])
    .orderBy('is_test')
    .orderBy('needsHelp', 'desc')
    .orderBy(sql`status <> 'new'`)
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(asLine)
}

/** Closed alarms, newest first by default. Keyset pagination: `before` is the last row of the previous page. */
export async function readClosedLines(
  db: Database,
  { postcode, end, order }: OverSearch,
  before: string | null,
  most: number,
): Promise<AlarmLine[]> {
  let lines = selectLines(db).where('closed_at', 'is not', null).limit(most)
  if (postcode) lines = lines.where('postcode', '=', postcode)
  if (end) lines = lines.where('status', '=', end)
  const rows = await inOrder(lines, { table: 'safety_alarms', down: order.down, before }).execute()
  return rows.map(asLine)
}

/** The postcodes with open alarms. Reads open alarms only. */
export async function readSituation(db: Database): Promise<Situation[]> {
  return db
    .selectFrom('safety_alarms')
    .select('postcode')
    .select(sql<number>`count(*)::int`.as('open'))
    .select(sql<number>`(count(*) filter (where status = 'new'))::int`.as('waiting'))
    .select(sql<Date | null>`min(created_at) filter (where status = 'new')`.as('oldestWaiting'))
    .where('status', 'in', [...openStates])
    .where('is_test', '=', false)
    .groupBy('postcode')
    .orderBy('oldestWaiting', (order) => order.asc().nullsLast())
    .orderBy('postcode')
    .execute()
}

/** The timeline of an alarm in order, with the names of actors whose accounts still exist. */
export async function readTimeline(db: Database, alarmId: string): Promise<Entry[]> {
  return db
    .selectFrom('alarm_timeline as entry')
    .select(['entry.id', 'entry.at', 'entry.kind'])
    .select((row) => ['entry.actor_kind as by', row.ref('entry.facts').$castTo<Entry['facts']>().as('facts')])
    .select(
      sql<string>`coalesce(
        ${companyName('entry.actor_id')} || coalesce(' (' || split_part(${guardName('entry.guard_id')}, ' ', 1) || ')', ''),
        ${personName('entry.actor_id')}, '')`.as('name'),
    )
    .where('alarm_id', '=', alarmId)
    .orderBy('entry.id')
    .execute()
}

async function readDeliveries(db: Database, alarmId: string): Promise<DeliveryLine[]> {
  return db
    .selectFrom('alarm_deliveries as delivery')
    .innerJoin('alarm_recipients as recipient', 'recipient.id', 'delivery.recipient_id')
    .select(['delivery.id', 'recipient.name as recipient', 'round', 'attempts', 'reason', 'words'])
    .select(['delivery.created_at as createdAt', 'sent_at as sentAt', 'delivered_at as deliveredAt'])
    .select(['recipient.role', 'channel', 'delivery.kind', 'delivery.state'])
    .where('delivery.alarm_id', '=', alarmId)
    .orderBy('delivery.id')
    .limit(mostDeliveries)
    .execute()
}

/** Limit for an alarm that goes on all night. The first messages are kept, since they show how it began. */
const mostDeliveries = 300

async function readSteps(db: Database, alarmId: string): Promise<WholeAlarm['steps']> {
  return db
    .selectFrom('alarm_steps')
    .select('due_at as dueAt')
    .select(['kind', 'state'])
    .where('alarm_id', '=', alarmId)
    .orderBy('due_at')
    .execute()
}

/** Everything about an alarm, for administrators. */
export async function readWholeAlarm(db: Database, alarmId: string): Promise<WholeAlarm | null> {
  const row = await selectAlarms(db)
    .select(personName('safety_alarms.reported_by').as('reporterName'))
    .select(personPhone('safety_alarms.reported_by').as('reporterPhone'))
    .select('reopenings')
    .select(pressWaits.as('pressWaits'))
    .select(endsAsFalse.as('endsAsFalse'))
    .select(hasPosition.as('hasPosition'))
    .select(hasHome.as('hasHome'))
    .where('safety_alarms.id', '=', alarmId)
    .executeTakeFirst()
  if (!row) return null
  const [timeline, deliveries, steps] = await Promise.all([
    readTimeline(db, alarmId),
    readDeliveries(db, alarmId),
    readSteps(db, alarmId),
  ])
  const { origin, ...alarm } = withDates(row)
  const reporterName = origin === 'canary' ? 'Automatiskt test' : alarm.reporterName
  const reporterShownPhone = alarm.reporterPhone && formatPhone(alarm.reporterPhone)
  return { ...alarm, hasHome: showsHome(alarm), reporterName, reporterShownPhone, timeline, deliveries, steps }
}
