import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { kept, type SignalFormat, type SignalKind } from './centre'

/** Longer than an exchange takes: whoever had the line and died gives it back by this. */
const lineS = 12

/** A line to a centre, which nobody else has meanwhile. */
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

/** Nobody speaks with it; what was set by a clock that has gone back is nobody either. */
const isFree = (now: Date) => sql<boolean>`(line_until is null or line_until <= ${now}
  or line_until > ${now}::timestamptz + make_interval(secs => ${lineS}))`
const until = (now: Date) => new Date(now.getTime() + lineS * 1000)

/** Null while somebody else has it, or when there is no such centre. */
export async function takeLine(db: Database, companyId: string, now: Date): Promise<Line | null> {
  const { rows } = await sql<Line>`
    update alarm_centres set line_until = ${until(now)} where company_id = ${companyId} and ${isFree(now)}
    returning ${columns}`.execute(db)
  return rows[0] ?? null
}

/** 'over' is the end of what the centre was told, and what that was is known here. */
export type NewSignal = { id: string; companyId: string; subject: string | null; kind: Begun | 'over' }
type Begun = Exclude<SignalKind, 'panic over' | 'duress over'>
export type Numbered = Line & { kind: SignalKind; number: number; zone: number }

/**
 * As `takeLine`, with a number for this signal: the one it had, or the next. All of an alarm has one zone, the next when it
 * is the first that the centre hears of it. One that was ever told as silent ends as that, whatever has become of it since.
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
  /** The receiver itself has answered that it has it. */
  hasArrived: boolean
  skewMs: number
}

/** Gives the line back, and writes down what became of it. */
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

/** The newest first. */
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
