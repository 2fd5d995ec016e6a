import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'

/** What is counted by days: the table and its moment. */
const counted = {
  'sign-ups': sql`profiles where true`,
  bookings: sql`bookings where true`,
  alarms: sql`safety_alarms where not is_test`,
} as const satisfies Record<string, RawBuilder<unknown>>

export type Counted = keyof typeof counted

/** How many on one of `days`: a stretch of the index, whatever there is before and after it. */
const countOfDay = (what: Counted) => sql`(
  select count(*) from ${counted[what]}
  and created_at >= (days.day::timestamp at time zone 'Europe/Stockholm')
  and created_at < ((days.day + 1)::timestamp at time zone 'Europe/Stockholm'))`

/** Each day from one to another. Of few days: those before are written down. */
async function countDaysIn(db: Database, what: Counted, from: string, to: string) {
  const { rows } = await sql<{ day: string; count: number }>`
    select days.day::text, ${countOfDay(what)}::int as count
    from (select generate_series(${from}::date, ${to}::date, interval '1 day')::date as day) as days
    order by days.day`.execute(db)
  return rows
}

/**
 * Writes down the days that are over and not counted yet, from the first there is anything of, some at a time.
 * Returns how many. A day that is over does not change, so whoever counts it twice writes the same.
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

/** The days since then with what was counted, today so far included. */
export async function readDays(db: Database, what: Counted, since: string, today: string) {
  const days = await db
    .selectFrom('daily_figures')
    .select(['day', 'count'])
    .where('what', '=', what)
    .where('day', '>=', since)
    .orderBy('day')
    .execute()
  // The chore counts the days that are over each hour; until it has, on a system that has just started or woken, they are counted
  // here, each as its own.
  const first = days.at(-1)?.day
  const uncounted = await countDaysIn(db, what, first ? nextDay(first) : since, today)
  return [...days, ...uncounted]
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

/** Everyone and every company, from what is kept per postcode. */
export async function readTotals(db: Database): Promise<{ people: number; companies: number }> {
  const row = await db
    .selectFrom('postcode_figures')
    .select((of) => [of.fn.sum<number>('members').as('people'), of.fn.sum<number>('companies').as('companies')])
    .executeTakeFirst()
  return { people: row?.people ?? 0, companies: row?.companies ?? 0 }
}

/** The average time from the press until somebody took it, per day, in seconds. */
export async function readResponseDays(db: Database, since: string) {
  return db
    .selectFrom('alarm_figures')
    .select(['day', (of) => of.fn.sum<number>('take_ms').as('ms'), (of) => of.fn.sum<number>('taken').as('taken')])
    .where('day', '>=', since)
    .groupBy('day')
    .orderBy('day')
    .execute()
}
