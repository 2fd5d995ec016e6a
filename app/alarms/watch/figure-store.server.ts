import { type RawBuilder, sql } from 'kysely'
import type { House } from '~/platform/house.server'
import type { Figures } from '../history/alarm-views'
import { defaultPolicy, openAgainS } from './policy'

const batch = 1_000
/** A slip: called off before this, when everyone is called again, so that nobody had to have answered. */
const slipS = defaultPolicy.callAgainS

/** Milliseconds from the press to a moment; null if there is none, never negative, even if a clock went back. */
const msFromPress = (moment: RawBuilder<unknown>) => sql`
  case when ${moment} is not null then greatest(extract(epoch from ${moment} - created_at) * 1000, 0) end`

/**
 * Adds closed alarms to the figures of their postcode and day, and their times to the public ones. Each exactly once:
 * the alarm's mark and the sums are one statement. A chore, so that neither a press nor a page does any counting.
 * Returns how many.
 */
export async function countClosedAlarms({ db, clock }: Pick<House, 'db' | 'clock'>): Promise<number> {
  // An alarm that was called off can be reopened for a while, so it is counted only after that.
  const settled = new Date(clock.now().getTime() - openAgainS * 1000)
  const { rows } = await sql<{ counted: number }>`
    with due as (
      select id from safety_alarms where not counted and closed_at is not null and (not reopenable or closed_at < ${settled})
      order by closed_at limit ${batch} for update skip locked
    ), counted as (
      update safety_alarms set counted = true where id in (select id from due) returning *
    ), measured as (
      select id, postcode, (created_at at time zone 'Europe/Stockholm')::date as day, status, is_test, origin,
        ${msFromPress(sql`first_taken_at`)} as take_ms, ${msFromPress(sql`on_site_at`)} as arrive_ms,
        ${msFromPress(sql`(select min(delivered_at) from alarm_deliveries
          where alarm_id = counted.id and kind = 'call' and state = 'delivered')`)} as deliver_ms,
        closed_at < created_at + make_interval(secs => ${slipS}) as is_short
      from counted
    ), timed as (
      insert into alarm_times (postcode, day, is_test, delivered_ms, taken_ms, on_site_ms, is_slip)
      select postcode, day, is_test, deliver_ms, take_ms, arrive_ms,
        not is_test and status = 'cancelled' and take_ms is null and is_short
      from measured
    ), sung as (
      insert into canary_days as figures (day, channel, sent, delivered, failed, last_at)
      select day, channel, count(*), count(*) filter (where delivery.state = 'delivered'),
        count(*) filter (where delivery.state = 'failed'), max(delivery.created_at)
      from measured join alarm_deliveries as delivery on delivery.alarm_id = measured.id and delivery.kind = 'call'
      where origin = 'canary' and delivery.state in ('sent', 'delivered', 'unsure', 'failed')
      group by day, channel
      on conflict (day, channel) do update set
        sent = figures.sent + excluded.sent,
        delivered = figures.delivered + excluded.delivered,
        failed = figures.failed + excluded.failed,
        last_at = greatest(figures.last_at, excluded.last_at)
    ), added as (
      insert into alarm_figures as figures
        (postcode, day, alarms, taken, false_alarms, take_ms, arrived, arrive_ms, within)
      select postcode, day, count(*), count(take_ms), count(*) filter (where status = 'false_alarm'),
        coalesce(sum(take_ms), 0)::bigint, count(arrive_ms), coalesce(sum(arrive_ms), 0)::bigint,
        array[count(*) filter (where take_ms <= 15e3),
          count(*) filter (where take_ms > 15e3 and take_ms <= 30e3),
          count(*) filter (where take_ms > 30e3 and take_ms <= 60e3),
          count(*) filter (where take_ms > 60e3 and take_ms <= 120e3),
          count(*) filter (where take_ms > 120e3 and take_ms <= 300e3),
          count(*) filter (where take_ms > 300e3)]
      from measured where not is_test group by postcode, day
      on conflict (postcode, day) do update set
        alarms = figures.alarms + excluded.alarms,
        taken = figures.taken + excluded.taken,
        false_alarms = figures.false_alarms + excluded.false_alarms,
        take_ms = figures.take_ms + excluded.take_ms,
        arrived = figures.arrived + excluded.arrived,
        arrive_ms = figures.arrive_ms + excluded.arrive_ms,
        within = (select array_agg(a + b order by place) from unnest(figures.within, excluded.within)
          with ordinality as pairs (a, b, place))
    )
    select count(*)::int as counted from counted`.execute(db)
  return rows[0]?.counted ?? 0
}

/** Response times since a day, one row per postcode, from the pre-aggregated figures. */
export async function readFigures(db: House['db'], since: string, postcode: string | null = null): Promise<Figures[]> {
  const { rows } = await sql<Figures>`
    select postcode, sum(alarms)::int as alarms, sum(taken)::int as taken, sum(false_alarms)::int as "falseAlarms",
      (sum(take_ms) / nullif(sum(taken), 0) / 1000.0)::float8 as "takeSeconds",
      (sum(arrive_ms) / nullif(sum(arrived), 0) / 1000.0)::float8 as "arriveSeconds",
      array[sum(within[1]), sum(within[2]), sum(within[3]), sum(within[4]), sum(within[5]), sum(within[6])]::int[] as within
    from alarm_figures
    where day >= ${since}::date and (${postcode}::text is null or postcode = ${postcode})
    group by postcode order by postcode`.execute(db)
  return rows
}
