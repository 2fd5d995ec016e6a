import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { daysAfter } from '~/shared/time'

/** What is counted per day: the table and its condition. */
const counted = {
  'sign-ups': sql`profiles where true`,
  bookings: sql`bookings where true`,
  alarms: sql`safety_alarms where not is_test`,
} as const satisfies Record<string, RawBuilder<unknown>>

export type Counted = keyof typeof counted

/** The count of one of `days`: a range scan of the index on created_at, whatever the size of the table. */
const countOfDay = (what: Counted) => sql`(
  select count(*) from ${counted[what]}
  and created_at >= (days.day::timestamp at time zone 'Europe/Stockholm')
  and created_at < ((days.day + 1)::timestamp at time zone 'Europe/Stockholm'))`

/** Counts each day from one to another. For a few days only; older ones are read from `daily_figures`. */
async function countDaysIn(db: Database, what: Counted, from: string, to: string) {
  const { rows } = await sql<{ day: string; count: number }>`
    select days.day::text, ${countOfDay(what)}::int as count
    from (select generate_series(${from}::date, ${to}::date, interval '1 day')::date as day) as days
    order by days.day`.execute(db)
  return rows
}

/**
 * Stores the counts of past days not counted yet, from the first day with data, at most `most` at a time. Returns how
 * many. Idempotent, since a past day does not change.
 */
export async function countDays(db: Database, what: Counted, today: string, most: number): Promise<number> {
  const { rows } = await sql<{ day: string }>`
    with begun as (
      select coalesce(
        (select max(day) + 1 from daily_figures where what = ${what}),
        (select (min(created_at) at time zone 'Europe/Stockholm')::date from ${counted[what]})
      ) as day
    ), days as (
      select generate_series(begun.day, ${today}::date - 1, interval '1 day')::date as day from begun limit ${most}
    )
    insert into daily_figures (what, day, count)
    select ${what}, days.day, ${countOfDay(what)} from days
    on conflict (what, day) do nothing
    returning day`.execute(db)
  return rows.length
}

/** The counts per day since a date, today included. */
export async function readDays(db: Database, what: Counted, since: string, today: string) {
  const days = await db
    .selectFrom('daily_figures')
    .select(['day', 'count'])
    .where('what', '=', what)
    .where('day', '>=', since)
    .orderBy('day')
    .execute()
  // Days that the hourly chore has not stored yet (after a start or a pause) are counted here.
  const first = days.at(-1)?.day
  const uncounted = await countDaysIn(db, what, first ? daysAfter(first, 1) : since, today)
  return [...days, ...uncounted]
}

/** The number of people and companies, summed from the figures per postcode. */
export async function readTotals(db: Database): Promise<{ people: number; companies: number }> {
  const row = await db
    .selectFrom('postcode_figures')
    .select((of) => [of.fn.sum<number>('members').as('people'), of.fn.sum<number>('companies').as('companies')])
    .executeTakeFirst()
  return { people: row?.people ?? 0, companies: row?.companies ?? 0 }
}

/** The time from raise to take per day: the sum in milliseconds and the number of alarms taken. */
export async function readResponseDays(db: Database, since: string) {
  return db
    .selectFrom('alarm_figures')
    .select(['day', (of) => of.fn.sum<number>('take_ms').as('ms'), (of) => of.fn.sum<number>('taken').as('taken')])
    .where('day', '>=', since)
    .groupBy('day')
    .orderBy('day')
    .execute()
}
