import { sql } from 'kysely'
import type { House } from '~/platform/house.server'
import type { AlarmChannel } from '../alarm'
import { inOpenStates } from '../in-words.server'
import { costOre, isPaidFor } from './cost-store.server'
import type { IncidentKind } from './incident'

/** Seconds from the press: median, 99th percentile, maximum. Null if it happened to none of the alarms. */
export type Spread = { half: number; most99: number; longest: number } | null

export type AlarmMeasures = {
  /** Real alarms of the last hour: seconds from the press until first call sent, first call delivered, alarm taken. */
  lastHour: { alarms: number; sent: Spread; delivered: Spread; taken: Spread; ore: number }
  open: number
  untaken: { count: number; oldestS: number }
  lateSteps: { count: number; oldestS: number }
  lateMessages: { channel: AlarmChannel; count: number; oldestS: number }[]
  incidents: { kind: IncidentKind; count: number }[]
  /** Seconds since the last heartbeat of the engine and the auditor. */
  silentS: { part: 'engine' | 'auditor'; s: number }[]
}

type Ports = Pick<House, 'db' | 'clock' | 'config'>

const hourMs = 3_600_000
/** Due this long ago counts as late; the engine looks once a second. */
const lateAfterMs = 5_000

/** Metrics for outside monitoring: numbers only, nothing about any single alarm. */
export async function readAlarmMeasures({ db, clock, config }: Ports): Promise<AlarmMeasures> {
  const now = clock.now()
  const late = new Date(now.getTime() - lateAfterMs)
  const age = (moment: string) => sql`coalesce(extract(epoch from ${now} - min(${sql.ref(moment)})), 0)::float8`
  const [hour, open, steps, messages, incidents, silent] = await Promise.all([
    readLastHour(db, new Date(now.getTime() - hourMs), config.smsPartOre),
    sql<{ open: number; count: number; oldestS: number }>`
      select count(*)::int as open, count(*) filter (where status = 'new')::int as count,
        coalesce(extract(epoch from ${now} - min(coalesce(waiting_since, created_at)) filter (where status = 'new')), 0)::float8 as "oldestS"
      from safety_alarms where status ${inOpenStates} and not is_test`.execute(db),
    sql<{ count: number; oldestS: number }>`
      select count(*)::int as count, ${age('due_at')} as "oldestS"
      from alarm_steps where state = 'pending' and not is_test and due_at < ${late}`.execute(db),
    sql<AlarmMeasures['lateMessages'][number]>`
      select channel, count(*)::int as count, ${age('due_at')} as "oldestS"
      from alarm_deliveries where state in ('queued', 'sending') and not is_test and due_at < ${late} group by channel`.execute(
      db,
    ),
    sql<AlarmMeasures['incidents'][number]>`
      select kind, count(*)::int as count from alarm_incidents where gone_at is null group by kind`.execute(db),
    sql<AlarmMeasures['silentS'][number]>`
      select part, extract(epoch from ${now} - at)::float8 as s from alarm_pulse where part in ('engine', 'auditor')`.execute(
      db,
    ),
  ])
  const { open: ofOpen = 0, ...untaken } = open.rows[0] ?? { count: 0, oldestS: 0 }
  return {
    lastHour: hour,
    open: ofOpen,
    untaken,
    lateSteps: steps.rows[0] ?? { count: 0, oldestS: 0 },
    lateMessages: messages.rows,
    incidents: incidents.rows,
    silentS: silent.rows,
  }
}

/**
 * Filtered by the time of the press, each alarm with its own messages only: the work is bounded by one hour's alarms.
 */
async function readLastHour(db: House['db'], since: Date, partOre: number): Promise<AlarmMeasures['lastHour']> {
  const spread = (column: string) => sql`case when count(${sql.ref(column)}) > 0 then jsonb_build_object(
    'half', percentile_cont(0.5) within group (order by ${sql.ref(column)}),
    'most99', percentile_cont(0.99) within group (order by ${sql.ref(column)}),
    'longest', max(${sql.ref(column)})) end`
  const { rows } = await sql<AlarmMeasures['lastHour']>`
    with recent as (
      select called.sent, called.delivered, coalesce(called.ore, 0) as ore,
        extract(epoch from first_taken_at - created_at)::float8 as taken
      from safety_alarms as alarm cross join lateral (
        select extract(epoch from min(sent_at) filter (where kind = 'call') - alarm.created_at)::float8 as sent,
          extract(epoch from min(delivered_at) filter (where kind = 'call') - alarm.created_at)::float8 as delivered,
          sum(${costOre(partOre)}) filter (where ${isPaidFor}) as ore
        from alarm_deliveries where alarm_id = alarm.id) as called
      where not is_test and created_at >= ${since}
    )
    select count(*)::int as alarms, ${spread('sent')} as sent, ${spread('delivered')} as delivered, ${spread('taken')} as taken,
      coalesce(sum(ore), 0)::float8 as ore
    from recent`.execute(db)
  return rows[0] ?? { alarms: 0, sent: null, delivered: null, taken: null, ore: 0 }
}
