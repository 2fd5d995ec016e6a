import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { executeNamed } from '~/platform/database/named-statement.server'
import type { Keys } from '~/platform/keys.server'
import type { AlarmChannel, DeliveryKind } from '../alarm'
import { hashOfToken, linkToken } from '../engine/links/link-token.server'
import { type Call, type Callee, repeated, type Turn, turnFor, turnOf, waysThatSay } from '../engine/ways'

/** A call as passed to the SQL: with the recipient's id and the hash of their link. */
export type GivenCall = Omit<Call, 'callee'> & Callee & { id: string; rank: number; turn: Turn; linkHash: string }

/**
 * Calls with their rank. A recipient who is on two lists is kept once: an upsert that hits the same row twice in one
 * statement is an error, and would fail the whole press.
 */
export function givenCalls(keys: Keys, calls: readonly Call[]): GivenCall[] {
  return onceEach(calls).map(({ callee, ...call }, rank) => {
    const id = randomUUIDv7()
    const turn = turnFor({ ...call, callee })
    return { ...call, ...callee, id, rank, turn, linkHash: hashOfToken(linkToken(keys, id)) }
  })
}

function onceEach(calls: readonly Call[]): Call[] {
  const byRecipient = new Map<string, Call>()
  for (const call of calls) {
    const { companyId, guardId, profileId, circleId } = call.callee
    const recipient = [call.alarmId, companyId, guardId, profileId, circleId].join(' ')
    if (!byRecipient.has(recipient)) byRecipient.set(recipient, call)
  }
  return [...byRecipient.values()]
}

/** The calls as SQL rows, named `given`. */
export const givenRows = (calls: readonly GivenCall[]) => sql`
  jsonb_to_recordset(${JSON.stringify(calls)}) as given (id uuid, rank int, "alarmId" uuid, "isTest" boolean, kind text, round int,
    turn int, channels text[], role text, "companyId" uuid, "guardId" uuid, "profileId" uuid, "circleId" uuid, name text, phone text, email text,
    "linkHash" text)`

/** Inserts the recipients of `given`; part of a larger statement. */
export const insertGivenRecipients = (now: Date) => sql`
  insert into alarm_recipients
    (id, alarm_id, role, company_id, guard_id, profile_id, circle_id, name, phone, email, link_hash, created_at)
  select id, "alarmId", role, "companyId", "guardId", "profileId", "circleId", name, phone, email, "linkHash", ${now}
  from given order by rank`

/**
 * Queues the messages in `said`. If an earlier call to the same recipient by the same channel is still queued, that row
 * is moved to the new round and epoch instead of adding a second call. A row that a sender has locked is skipped: it is
 * already on its way.
 */
export const queueSaid = (now: Date) => sql`
  waiting as (
    select held.id, said.round, said.epoch from said cross join lateral (
      select id from alarm_deliveries as delivery
      where delivery.recipient_id = said.recipient_id and delivery.channel = said.channel
        and delivery.kind = 'call' and delivery.state = 'queued'
      order by id desc limit 1 for update skip locked
    ) as held
    where said.kind = 'call'
  ), kept as (
    update alarm_deliveries as delivery set round = waiting.round, epoch = waiting.epoch from waiting
    where delivery.id = waiting.id
    returning delivery.recipient_id, delivery.channel
  )
  insert into alarm_deliveries (alarm_id, recipient_id, channel, kind, round, epoch, due_at, is_test, created_at, turn)
  select alarm_id, recipient_id, channel, kind, round, epoch, ${now}, is_test, ${now},
    case when kind = 'call' and exists (
      select from alarm_deliveries as before where before.recipient_id = said.recipient_id and before.kind = 'call')
      then greatest(turn, ${repeated}) else turn end
  from said
  where not exists (
    select from kept where kept.recipient_id = said.recipient_id and kept.channel = said.channel)
  order by rank
  on conflict do nothing`

/**
 * Upserts the recipients of calls and queues a message to each, nearest first: messages are sent in insertion order. A
 * known recipient keeps their link. The same message in the same round is a no-op.
 */
export async function insertCalls(db: Database, keys: Keys, calls: readonly Call[], now: Date) {
  if (calls.length === 0) return
  await executeNamed(
    db,
    'call people',
    sql`
    with given as (select * from ${givenRows(givenCalls(keys, calls))}), known as (
      ${insertGivenRecipients(now)}
      on conflict (alarm_id, company_id, guard_id, profile_id, circle_id)
        do update set name = excluded.name, phone = excluded.phone, email = excluded.email
      returning id, alarm_id, company_id, guard_id, profile_id, circle_id
    ), said as (
      select known.alarm_id, known.id as recipient_id, channel, kind, round, alarm.epoch, "isTest" as is_test, turn, rank
      from given join safety_alarms as alarm on alarm.id = "alarmId" join known on known.alarm_id = "alarmId"
        and (known.company_id, known.guard_id, known.profile_id, known.circle_id)
          is not distinct from ("companyId", "guardId", "profileId", "circleId")
      cross join unnest(channels) as channel
    ), ${queueSaid(now)}`,
  )
}

export type Whom = {
  roles: ('partner' | 'neighbour' | 'operator')[]
  /** The person who caused the message and so gets none; their colleagues do. */
  but?: { companyId: string | null; guardId: string | null; profileId: string | null }
  onlyCompany?: string
  onlyRecipients?: string[]
  /** Only by this channel. */
  only?: AlarmChannel
}

/**
 * Queues a follow-up to people who have been called, by the channels that called them, in the alarm's current round.
 * The channels are read in a lateral join per recipient: a plain join, planned while there were few calls, read every
 * call in the table.
 */
export async function insertFollowUps(
  db: Database,
  alarmIds: string[],
  kind: DeliveryKind,
  { roles, but, onlyCompany, onlyRecipients, only }: Whom,
  now: Date,
) {
  await executeNamed(
    db,
    'say more',
    sql`
    with said as (
    select alarm.id as alarm_id, recipient.id as recipient_id, call.channel, ${kind}::text as kind, alarm.rounds as round,
      alarm.epoch, alarm.is_test, ${turnOf[kind]}::int as turn, 0 as rank
    from safety_alarms as alarm
    join alarm_recipients as recipient on recipient.alarm_id = alarm.id
    cross join lateral (
      select distinct channel from alarm_deliveries
      where recipient_id = recipient.id and kind = 'call' and state <> 'failed' and channel = any(${waysThatSay(kind)})
        -- 'closed' goes only to those to whom a call has been sent since they were last told that the alarm is over.
        and (${kind} <> 'closed' or ((state in ('sending', 'sent', 'unsure', 'delivered') or unanswered > 0 or (state = 'queued' and attempts > 0))
          and round > (select coalesce(max(round), 0) from alarm_deliveries as told
            where told.recipient_id = recipient.id and told.kind = 'closed' and ${hasTold})))) as call
    where alarm.id = any(${alarmIds}::uuid[]) and recipient.role = any(${roles})
      and (recipient.company_id, recipient.guard_id, recipient.profile_id) is distinct from
        (${but?.companyId ?? null}::uuid, ${but?.guardId ?? null}::uuid, ${but?.profileId ?? null}::uuid)
      and (${only ?? null}::text is null or call.channel = ${only ?? null})
      and (${onlyCompany ?? null}::uuid is null or recipient.company_id = ${onlyCompany ?? null})
      and (${onlyRecipients ?? null}::uuid[] is null or recipient.id = any(${onlyRecipients ?? null}::uuid[]))
    ), ${queueSaid(now)}`,
  )
}

/**
 * The recipient may have read the message `told`. A message that is withdrawn, or still waits and will be withdrawn
 * (the alarm was reopened and ended again), has told nobody: counting it left people on their way to an alarm that was
 * called off twice.
 */
export const hasTold = sql<boolean>`told.state not in ('withdrawn', 'queued', 'sending')`

/** Withdraws calls that nobody has begun to send. `update` stays: the member was told that their new press was sent. */
export async function withdrawCalls(db: Database, alarmId: string, reason: string) {
  await db
    .updateTable('alarm_deliveries')
    .set({ state: 'withdrawn', reason })
    .where('alarm_id', '=', alarmId)
    .where('kind', 'in', ['call', 'nobody'])
    .where('state', '=', 'queued')
    .execute()
}
