import { type RawBuilder, sql } from 'kysely'
import { inOpenStates } from '~/alarms/public.server'
import type { Database } from '~/platform/database/database.server'

/** What is counted by days: the table and its moment. */
const counted = {
  'sign-ups': sql`profiles where true`,
  bookings: sql`bookings where true`,
  alarms: sql`safety_alarms where not is_test`,
} as const satisfies Record<string, RawBuilder<unknown>>

export type Counted = keyof typeof counted

const startOf = (day: string) => sql<Date>`(${day}::date::timestamp at time zone 'Europe/Stockholm')`

/** How many there were from a day's beginning until now: one day at a time, so it never grows with the whole. */
async function countSince(db: Database, what: Counted, day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${counted[what]} and created_at >= ${startOf(day)}`.execute(db)
  return rows[0]?.count ?? 0
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
    select ${what}, days.day, (
      select count(*) from ${counted[what]}
      and created_at >= (days.day::timestamp at time zone 'Europe/Stockholm')
      and created_at < ((days.day + 1)::timestamp at time zone 'Europe/Stockholm')
    ) from days
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
  // Days that are over and not counted yet are few: the chore counts them each hour.
  const first = days.at(-1)?.day
  const from = first && first >= since ? nextDay(first) : since
  return [...days, { day: today, count: await countSince(db, what, from) }]
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

/** Counted no further than this: "more than a hundred" says the same as a thousand. */
export const mostCounted = 100

async function countSome(db: Database, rows: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from (${rows} limit ${mostCounted}) as found`.execute(db)
  return found.rows[0]?.count ?? 0
}

export const countOpenAlarms = (db: Database) =>
  countSome(db, sql`select from safety_alarms where status ${inOpenStates} and not is_test`)

export const countOpenQuestions = (db: Database) => countSome(db, sql`select from contact_messages where state = 'new'`)

export const countFailedMessages = (db: Database, since: Date) =>
  countSome(db, sql`select from outbox_messages where state = 'failed' and created_at >= ${since}`)

/** Charges that wait for somebody to see that the money has come. */
export const countOpenCharges = (db: Database) => countSome(db, sql`select from charges where status = 'open'`)

/** Money owed back that an administrator sends; what was paid by card goes back by itself. */
export const countRefundsToSend = (db: Database) =>
  countSome(
    db,
    sql`select from refunds join payments on payments.id = refunds.payment_id
      where refunds.paid_out_at is null and payments.method = 'swish'`,
  )

/** Points that reached a limit, and that nobody has looked at. */
export const countPointMarks = (db: Database) => countSome(db, sql`select from point_marks where settled_at is null`)

/** Jobs whose two sides do not agree on the payment. */
export const countPaymentDisputes = (db: Database) =>
  countSome(db, sql`select from job_payments where disputed_at is not null and ended_at is null`)

export const countPermitsEnding = (db: Database, until: string) =>
  countSome(
    db,
    sql`select from security_partner_records as permit join companies on companies.id = permit.company_id
      where permit.valid_until <= ${until} and companies.is_security_partner and companies.deleted_at is null`,
  )

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
