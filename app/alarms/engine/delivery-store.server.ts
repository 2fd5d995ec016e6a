import { sql } from 'kysely'
import { personMayAct } from '~/accounts/public.server'
import type { Database } from '~/platform/database/database.server'
import { executeNamed } from '~/platform/database/named-statement.server'
import { type AlarmChannel, alarmChannels } from '../alarm'
import { reaches } from '../answer/part.server'
import { takerFirstName, takerName } from '../answer/taker-store.server'
import { isInCircle } from '../circle/circle-calls-store.server'
import { hasHome } from '../home/setup-store.server'
import { eachChannel } from '../in-words.server'
import { HIDING_MESSAGE } from '../raise/raise-words'
import { companions } from '../together/companion-store.server'
import { giveWords } from '../words/word-store.server'
import { carriesWord, type Matter } from '../words/words'
import { isColleagues, isTaker, mayHaveDetails, phoneRings, stillHolds } from './delivery-validity.server'
import type { Room } from './ways'

/** A delivery that this process has claimed, with all that is needed to write its text from the current state. */
export type Claimed = Omit<Matter, 'url'> & {
  id: string
  alarmId: string
  recipientId: string
  /** The recipient's company, and when the event that the message tells of happened. */
  companyId: string | null
  happenedAt: Date
  channel: AlarmChannel
  attempts: number
  /** Earlier tries that the provider never answered, so that their outcome is unknown. */
  unanswered: number
  phone: string | null
  email: string | null
  linkHash: string
  /** Owner of the browsers that a push goes to. */
  pushOwner: { kind: 'person' | 'guard'; id: string } | null
  /** Checked when claimed, not when queued: the recipient may have lost the right to the alarm meanwhile. */
  mayReceive: boolean
  isStillNeeded: boolean
  /** A phone call that was placed, and whose deadline for a report has passed. */
  wasPlaced: boolean
  /** This phone is already being rung, about this or another alarm. */
  isRinging: boolean
}

/**
 * The words of the newest repeated press. Null if there are none: the button of a member who hides has only a fixed text,
 * which every message about the alarm says anyway.
 */
const newestWords = sql<string | null>`(select message from alarm_updates
  where alarm_id = safety_alarms.id and kind = 'press' and not starts_with(message, ${sql.lit(HIDING_MESSAGE)})
  order by id desc limit 1)`

/**
 * Somebody had the alarm or it was over, and the recipient has been sent no call since: from the second call on it is
 * no news that it is out again.
 */
const isOutAgain = sql<boolean>`(safety_alarms.epoch > 1 and not exists (
  select from alarm_deliveries as heard
  where heard.alarm_id = claimed.alarm_id and heard.kind = 'call' and heard.recipient_id = claimed.recipient_id
    and heard.epoch = claimed.epoch and heard.round < claimed.round and heard.state in ('sent', 'unsure', 'delivered')))`

/**
 * Claims due deliveries under a lease (until `until`), first calls first, at most `room` per channel. A process that
 * crashes loses its claims when the lease runs out. `inFlight` are deliveries that this process is still sending: their
 * lease may have run out while the process was suspended, so they are not claimed again.
 */
export async function claimDeliveries(
  db: Database,
  { isTest, room, inFlight, now, until }: { isTest: boolean; room: Room; inFlight: string[]; now: Date; until: Date },
): Promise<Claimed[]> {
  const inTurn = (channel: AlarmChannel, turn: number) => sql`
    select id from (
      select id from alarm_deliveries
      where state in ('queued', 'sending') and is_test = ${isTest} and channel = ${sql.lit(channel)}
        and turn = ${sql.lit(turn)} and due_at <= ${now} and id <> all(${inFlight}::uuid[])
      order by due_at, id limit ${room[channel]} for update skip locked
    ) as ${sql.ref(`${channel}${turn}`)}`
  // `limit` stops the scan: rows of a later turn are only read when the earlier turns do not fill the room.
  const due = (channel: AlarmChannel) => sql`
    select id from (
      ${inTurn(channel, 0)} union all ${inTurn(channel, 1)} union all ${inTurn(channel, 2)} limit ${room[channel]}
    ) as ${sql.ref(channel)}`
  const { rows } = await executeNamed(
    db,
    'claim deliveries',
    sql<Claimed>`
    with due as (${sql.join(alarmChannels.map(due), sql` union all `)}), claimed as (
      update alarm_deliveries set state = 'sending', attempts = attempts + 1, due_at = ${until}
      where id in (select id from due) returning *
    )
    select claimed.id, claimed.alarm_id as "alarmId", claimed.recipient_id as "recipientId", claimed.channel,
      claimed.kind, claimed.round, claimed.attempts, claimed.unanswered, claimed.is_test as "isTest",
      safety_alarms.is_hiding as "isHiding",
      recipient.company_id as "companyId",
      case claimed.kind when 'call' then safety_alarms.created_at else claimed.created_at end as "happenedAt",
      recipient.role, recipient.phone, recipient.email, recipient.link_hash as "linkHash", safety_alarms.postcode, ${takerName} as "takerName",
      (select word from alarm_words where recipient_id = recipient.id and phone = recipient.phone) as word,
      case when recipient.guard_id is not null then json_build_object('kind', 'guard', 'id', recipient.guard_id)
        else json_build_object('kind', 'person', 'id', coalesce(recipient.profile_id, companies.owner_id))
      end as "pushOwner",
      ${isTaker} as "isTaker", ${isColleagues} as "isColleagues", ${takerFirstName} as "takerFirstName",
      ${companions} as companions, safety_alarms.closed_at is not null as "isOver", ${isOutAgain} as "isOutAgain",
      safety_alarms.origin,
      case when recipient.role = 'circle' then split_part(reporter.full_name, ' ', 1) end as "memberName",
      case when claimed.kind = 'details' and ${mayHaveDetails} then json_build_object(
        'name', reporter.full_name, 'phone', case when not is_hiding then reporter.phone end,
        'message', safety_alarms.message, 'newest', ${newestWords},
        'hasHome', ${hasHome} and not safety_alarms.is_test and coalesce(place, 'home') = 'home') end as reporter,
      case recipient.role
        when 'operator' then ${personMayAct('recipient.profile_id', 'admin')}
        when 'member' then safety_alarms.reported_by = recipient.profile_id
        when 'circle' then ${isInCircle}
        else coalesce((${reaches(now)}) and (recipient.guard_id is null or exists (
          select from guards where guards.id = recipient.guard_id and guards.company_id = recipient.company_id
            and guards.removed_at is null and guards.phone = recipient.phone)), false)
      end as "mayReceive",
      ${stillHolds} as "isStillNeeded",
      claimed.channel = 'voice' and (claimed.provider_id is not null or claimed.unanswered > 0) as "wasPlaced",
      case claimed.channel when 'voice' then ${phoneRings(now)} else false end as "isRinging"
    from claimed
    join safety_alarms on safety_alarms.id = claimed.alarm_id
    join alarm_recipients as recipient on recipient.id = claimed.recipient_id
    left join companies on companies.id = recipient.company_id
    left join profiles as reporter on reporter.id = safety_alarms.reported_by
    order by claimed.turn, claimed.id`,
  )
  return withWords(db, rows, now)
}

/** Gives each call by SMS its answer word before it is first sent, so that it can be answered as soon as it arrives. */
export async function withWords(db: Database, claimed: readonly Claimed[], now: Date): Promise<Claimed[]> {
  const calls = claimed.flatMap(({ recipientId, phone, ...call }) =>
    phone && lacksWord(call) ? [{ recipientId, phone }] : [],
  )
  const words = await giveWords(db, calls, now)
  return claimed.map((call) => ({ ...call, word: call.word ?? words.get(call.recipientId) ?? null }))
}

export const lacksWord = (call: Omit<Claimed, 'recipientId' | 'phone'>) =>
  call.channel === 'sms' && call.word === null && call.mayReceive && call.isStillNeeded && carriesWord(call)

/** The outcome of one try. */
export type Settled = {
  id: string
  attempts: number
  /** `delivered` only where the receiver itself acknowledged (a centre). */
  state: 'sending' | 'sent' | 'delivered' | 'unsure' | 'failed' | 'queued' | 'withdrawn'
  /** Next try of a queued delivery; for a phone call that is under way, when to stop waiting for its report. */
  dueAt: Date | null
  reason: string | null
  providerId: string | null
  words: string | null
  /** The provider never answered, so nobody knows whether the message went out. */
  wasUnanswered: boolean
  parts: number | null
  /** Hundredths of öre. */
  cost: number | null
  /** The delivery in whose message this one was included at its latest try, when several were said together. */
  togetherWith: string | null
  /** Whether to send by the fallback channel (mail) too. */
  passOn: boolean
}

/**
 * Writes the outcomes of tries. 'Sent' and 'delivered' hold even if another process has claimed the delivery since; any
 * other outcome is written only if the try is still the latest (`attempts`). What cannot get through falls back to
 * mail, the last channel. Returns the alarms whose pages have something new to show.
 */
export async function settleDeliveries(db: Database, settled: readonly Settled[], now: Date): Promise<string[]> {
  const { rows } = await executeNamed(
    db,
    'settle deliveries',
    sql<{ alarmId: string }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(settled)}) as given (id uuid, attempts int, state text,
        "dueAt" timestamptz, reason text, "providerId" text, words text, "passOn" boolean, "wasUnanswered" boolean,
        parts smallint, cost int, "togetherWith" uuid)
    ), changed as (
      update alarm_deliveries as delivery set
        state = given.state,
        due_at = coalesce(given."dueAt", delivery.due_at),
        reason = given.reason,
        provider_id = coalesce(given."providerId", delivery.provider_id),
        words = coalesce(given.words, delivery.words),
        unanswered = delivery.unanswered + given."wasUnanswered"::int,
        parts = coalesce(given.parts, delivery.parts),
        cost = coalesce(given.cost, delivery.cost),
        together_with = given."togetherWith",
        delivered_at = case when given.state = 'delivered' then ${now}::timestamptz else delivery.delivered_at end,
        sent_at = case when given.state in ('sent', 'delivered', 'unsure') then ${now}::timestamptz else delivery.sent_at end
      from given
      where delivery.id = given.id and (
        (given.state in ('sent', 'delivered') and delivery.state in ('queued', 'sending'))
        or (delivery.state = 'sending' and delivery.attempts = given.attempts))
      returning delivery.*, given."passOn"
    ), passed_on as (
      insert into alarm_deliveries (alarm_id, recipient_id, channel, kind, round, due_at, is_test, created_at, turn)
      select distinct changed.alarm_id, recipient_id, 'mail', kind, round, ${now}::timestamptz, is_test,
        ${now}::timestamptz, turn
      from changed join alarm_recipients on alarm_recipients.id = recipient_id
      where "passOn" and channel <> 'mail' and email is not null
      on conflict do nothing
    )
    select distinct alarm_id as "alarmId" from changed`,
  )
  return rows.map(({ alarmId }) => alarmId)
}

/** Extends the lease of deliveries that are being sent, so that no other process claims them. */
export async function renewClaims(db: Database, ids: string[], until: Date) {
  if (ids.length === 0) return
  // Rows that are being settled are locked and skipped, to avoid a deadlock between the two updates.
  const free = db
    .selectFrom('alarm_deliveries')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'sending')
    .forUpdate()
    .skipLocked()
  await db
    .updateTable('alarm_deliveries')
    // `greatest`: a phone call that was just placed has a later deadline already.
    .set({ due_at: sql`greatest(due_at, ${until})` })
    .where('id', 'in', free)
    .execute()
}

/** Releases first calls that this process claimed in its commit and will not send: any process may claim them. */
export async function giveBackFirstCalls(db: Database, alarmIds: string[], now: Date) {
  await db
    .updateTable('alarm_deliveries')
    .set({ state: 'queued', attempts: 0, due_at: now })
    .where('alarm_id', 'in', alarmIds)
    .where('kind', '=', 'call')
    .where('round', '=', 1)
    .where('state', '=', 'sending')
    .where('attempts', '=', 1)
    .execute()
}

/** When the lane next has something to do; null when nothing waits. */
export async function readNextDue(db: Database, isTest: boolean, now: Date): Promise<Date | null> {
  const { rows } = await executeNamed(
    db,
    'next due',
    sql<{ at: Date | null }>`
    select least(
      (select due_at from alarm_steps where state = 'pending' and is_test = ${isTest} order by due_at limit 1),
      -- Only later messages: the lane has already seen those that are due, and they wait for a free send slot.
      (select min(due_at) from ${eachChannel} as ways (way), generate_series(0, 2) as whose, lateral (
        select due_at from alarm_deliveries
        where state in ('queued', 'sending') and is_test = ${isTest} and channel = way and turn = whose and due_at > ${now}
        order by due_at limit 1) as first)
    ) as at`,
  )
  return rows[0]?.at ?? null
}

/**
 * A delivery report. The message is found by the provider's id or by our own id, which the provider echoes: a report
 * may arrive before the answer to the send request.
 */
export type Reported = {
  providerId: string
  reference: string | null
  attempt: number | null
  state: 'delivered' | 'failed'
  reason?: string
}

/**
 * Writes a delivery report. A failed message falls back to mail. Returns the alarms that changed, and the alarms of
 * calls that had failed but arrived after all: those need more than this row changed (`takeBackFailure`).
 */
export async function writeReport(
  db: Database,
  { providerId, reference, attempt, state, reason }: Reported,
  now: Date,
): Promise<{ changed: string[]; arrivedAfterAll: string[] }> {
  const { rows } = await sql<{ alarmId: string; afterAll: boolean }>`
    with changed as (
      update alarm_deliveries set state = ${state}, reason = ${reason ?? null},
        provider_id = coalesce(provider_id, ${providerId}),
        sent_at = coalesce(sent_at, ${now}),
        delivered_at = case ${state} when 'delivered' then coalesce(delivered_at, ${now}::timestamptz) end
      where (provider_id = ${providerId} or id = ${reference}::uuid) and case ${state}
        when 'delivered' then state in ('queued', 'sending', 'sent', 'unsure') or (state = 'failed' and kind <> 'call')
        else state in ('queued', 'sending', 'sent', 'unsure') and case when provider_id is null
          then attempts = coalesce(${attempt}::int, 1) else provider_id = ${providerId} end
        end
      returning *
    ), passed_on as (
      insert into alarm_deliveries (alarm_id, recipient_id, channel, kind, round, due_at, is_test, created_at, turn)
      select changed.alarm_id, recipient_id, 'mail', kind, round, ${now}, is_test, ${now}, turn
      from changed join alarm_recipients on alarm_recipients.id = recipient_id
      where changed.state = 'failed' and channel <> 'mail' and email is not null
      on conflict do nothing
    )
    select alarm_id as "alarmId", false as "afterAll" from changed
    union
    select alarm_id, true from alarm_deliveries
    where (provider_id = ${providerId} or id = ${reference}::uuid)
      and ${state} = 'delivered' and state = 'failed' and kind = 'call'`.execute(db)
  const alarmsWhere = (afterAll: boolean) =>
    rows.filter((row) => row.afterAll === afterAll).map(({ alarmId }) => alarmId)
  return { changed: alarmsWhere(false), arrivedAfterAll: alarmsWhere(true) }
}

/** Marks calls of an alarm that had failed as delivered; returns the recipients they reached. */
export async function writeArrived(
  db: Database,
  alarmId: string,
  { providerId, reference }: Pick<Reported, 'providerId' | 'reference'>,
  now: Date,
): Promise<string[]> {
  const arrived = await db
    .updateTable('alarm_deliveries')
    .set({ state: 'delivered', reason: null, delivered_at: now })
    .where('alarm_id', '=', alarmId)
    .where('kind', '=', 'call')
    .where('state', '=', 'failed')
    .where(sql<boolean>`(provider_id = ${providerId} or id = ${reference}::uuid)`)
    .returning('recipient_id as recipientId')
    .execute()
  return arrived.map(({ recipientId }) => recipientId)
}

/** Whether the report is about one of our deliveries: a duplicate, or one about a settled delivery, changes no row. */
export async function isOurs(db: Database, providerId: string, reference: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from alarm_deliveries where provider_id = ${providerId} or id = ${reference}::uuid limit 1`.execute(db)
  return rows.length > 0
}
