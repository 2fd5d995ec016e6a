import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { kept, type SignalFormat, type SignalKind } from './centre'

/** Seconds of the line lease: longer than an exchange takes, so it expires only if its holder died. */
const lineS = 12

/** The exclusive right to talk to a centre for one exchange. */
export type Line = {
  host: string
  port: number
  account: string
  receiver: string
  line: string
  format: SignalFormat
  sealedKey: string | null
  skewMs: number
}

const columns = sql`host, port, account, receiver, line, format, sealed_key as "sealedKey", skew_ms::float8 as "skewMs"`

/**
 * Whether no lease is held. A lease further ahead than its maximum was written by a clock that has since been set back,
 * and is ignored.
 */
const isFree = (now: Date) => sql<boolean>`(line_until is null or line_until <= ${now}
  or line_until > ${now}::timestamptz + make_interval(secs => ${lineS}))`
const until = (now: Date) => new Date(now.getTime() + lineS * 1000)

/** Takes the line lease. Null if it is held, or there is no such centre. */
export async function takeLine(db: Database, companyId: string, now: Date): Promise<Line | null> {
  const { rows } = await sql<Line>`
    update alarm_centres set line_until = ${until(now)} where company_id = ${companyId} and ${isFree(now)}
    returning ${columns}`.execute(db)
  return rows[0] ?? null
}

/** 'over' ends the alarm; whether it becomes a panic or a duress restore follows from the signals already sent. */
export type NewSignal = { id: string; companyId: string; subject: string | null; kind: Begun | 'over' }
type Begun = Exclude<SignalKind, 'panic over' | 'duress over'>
export type Numbered = Line & { kind: SignalKind; number: number; zone: number }

/**
 * As `takeLine`, and assigns the signal its number: the next, or on a retry the same as before. All signals of an alarm
 * share one zone, assigned with the first. An alarm that was ever sent as duress also ends as duress.
 */
export async function takeLineFor(
  db: Database,
  { id, companyId, subject, kind }: NewSignal,
  now: Date,
): Promise<Numbered | null> {
  const { rows } = await sql<Numbered>`
    with known as (select number, zone from centre_signals where id = ${id}::uuid),
    zoned as (select zone from centre_signals
      where company_id = ${companyId}::uuid and subject = ${subject}::uuid order by created_at limit 1),
    meant as (select case when ${kind} <> 'over' then ${kind}
      when exists (select from centre_signals
        where company_id = ${companyId}::uuid and subject = ${subject}::uuid and kind = 'duress') then 'duress over'
      else 'panic over' end as kind),
    held as (
      update alarm_centres set line_until = ${until(now)},
        next_number = case when exists (select from known) then next_number else next_number % 9999 + 1 end,
        next_zone = case when ${subject}::uuid is null or exists (select from zoned) then next_zone
          else next_zone % 999 + 1 end
      where company_id = ${companyId} and ${isFree(now)}
      returning alarm_centres.*, old.next_number as own_number, old.next_zone as own_zone
    ), written as (
      insert into centre_signals (id, company_id, subject, kind, number, zone, created_at)
      select ${id}::uuid, company_id, ${subject}::uuid, meant.kind, coalesce((select number from known), own_number),
        coalesce((select zone from zoned), case when ${subject}::uuid is null then 0 else own_zone end), ${now}
      from held, meant
      on conflict (id) do update set tries = centre_signals.tries + 1, outcome = null, kind = excluded.kind
      returning kind, number, zone
    )
    select ${columns}, kind, number, zone from held, written`.execute(db)
  return rows[0] ?? null
}

export type Exchange = {
  companyId: string
  /** Null for a poll. */
  signalId: string | null
  outcome: string
  /** The receiver itself has acknowledged the signal. */
  hasArrived: boolean
  skewMs: number
}

/** Releases the line lease and stores the outcome of the exchange. */
export async function settleExchange(
  db: Database,
  { companyId, signalId, outcome, hasArrived, skewMs }: Exchange,
  now: Date,
) {
  await sql`
    with signal as (
      update centre_signals set outcome = ${outcome}, settled_at = ${now} where id = ${signalId}::uuid
    )
    update alarm_centres set line_until = null, skew_ms = ${Math.round(skewMs)},
      polled_at = case when ${signalId}::uuid is null then ${now}::timestamptz else polled_at end,
      next_poll_at = case when ${signalId}::uuid is null and ${hasArrived}
        then ${now}::timestamptz + make_interval(secs => poll_s) else next_poll_at end,
      answered_at = case when ${hasArrived} then ${now}::timestamptz else answered_at end,
      failed_because = case when ${hasArrived} or ${outcome} = ${kept} then null else ${outcome} end,
      told_silent_at = case when ${hasArrived} then null else told_silent_at end
    where company_id = ${companyId}`.execute(db)
}

/** Newest first. */
export async function readSignals(db: Database, companyId: string, most: number) {
  return db
    .selectFrom('centre_signals')
    .select(['id', 'kind', 'number', 'tries', 'outcome', 'created_at as createdAt'])
    .where('company_id', '=', companyId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
}

export async function deleteSignalsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('centre_signals').where('created_at', '<', before).execute()
}
