import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Answered } from '~/alarms/answer/reply-by-sms.server'
import type { Claimed } from '~/alarms/engine/delivery-store.server'
import { keepCallingS } from '~/alarms/watch/policy'
import type { Engine, World } from './engine-world'

/**
 * Invariants that must hold after every deed. They read rows and what arrived at the phones, and are written
 * independently of the conditions by which the product claims and sends.
 */

type Row = {
  id: string
  kind: string
  channel: string
  epoch: number
  role: string
  phone: string | null
  isForTaker: boolean
  alarmId: string
  status: string
  isTest: boolean
  alarmEpoch: number
  isClosed: boolean
  isSafe: boolean
  isJoined: boolean
  takerPhone: string | null
}

/** Maximum clock skew between processes, in seconds. */
const skewS = 5

/** When a delivery is claimed for sending: no other engine has a valid lease on it, and what it says is still true. */
export async function judgeClaim(world: World, engine: Engine, claimed: readonly Claimed[]) {
  if (claimed.length === 0) return
  for (const one of claimed) world.messages.set(one.id, one)
  for (const other of world.engines) {
    if (other === engine || other.isStopped) continue
    const own = other.flights.filter(({ isLapsed }) => !isLapsed)
    const held = new Set(own.flatMap(({ claimed }) => claimed.map(({ id }) => id)))
    const both = claimed.filter(({ id }) => held.has(id))
    expect(both, 'two engines that are well have the same message in hand').toEqual([])
  }
  const leaving = new Set(
    claimed.flatMap(({ id, mayReceive, isStillNeeded }) => (mayReceive && isStillNeeded ? id : [])),
  )
  const { rows } = await sql<Row>`
    select delivery.id, kind, channel, delivery.epoch, role, recipient.phone, alarm.id as "alarmId", alarm.status,
      alarm.is_test as "isTest", alarm.epoch as "alarmEpoch", closed_at is not null as "isClosed",
      safe_at is not null as "isSafe",
      exists (select from alarm_companions where alarm_id = alarm.id and left_at is null) as "isJoined", coalesce(taker.phone, operator.phone) as "takerPhone",
      coalesce((recipient.company_id, recipient.guard_id) is not distinct from (taken_by_company, taken_by_guard)
        and recipient.profile_id is not distinct from taken_by_operator
        and coalesce(taken_by_company, taken_by_operator) is not null, false) as "isForTaker"
    from alarm_deliveries as delivery join alarm_recipients as recipient on recipient.id = recipient_id
    join safety_alarms as alarm on alarm.id = delivery.alarm_id
    left join guards as taker on taker.id = taken_by_guard
    left join profiles as operator on operator.id = taken_by_operator
    where delivery.id = any(${[...leaving]}::uuid[])`.execute(world.house.db)
  const newest = await newestCalledTo(world)
  await noteQuiet(world, claimed)
  for (const row of rows) {
    const at = `${row.channel} ${row.kind} to ${row.role}, ${row.status}, epoch ${row.epoch} of ${row.alarmEpoch}`
    expect(isSo[row.kind]?.(row), `${at}: what it says is not so`).toBe(true)
    if (isStandDown(row) && row.phone && row.channel !== 'mail' && !takesItsPlace(world, row)) {
      expect(newest.get(row.phone) ?? 'none', `${at}: stood down while its newest real alarm waits`).not.toBe('new')
    }
  }
  const named = claimed.filter(({ reporter, id }) => reporter && !rows.some((row) => row.id === id && mayBeNamed(row)))
  expect(named, 'who needs help is told to somebody who does not have the alarm').toEqual([])
}

const isHeld = ({ status }: Row) => status === 'acknowledged' || status === 'on_site'
const isNow = ({ epoch, alarmEpoch }: Row) => epoch === alarmEpoch
/** Roles that are informed about an alarm but never asked to come. */
const onlyWantsToKnow = (role: string) => role === 'member' || role === 'circle'
const isStandDown = ({ kind, role }: Row) =>
  (kind === 'taken' || kind === 'closed' || kind === 'overtaken') && !onlyWantsToKnow(role)
const mayBeNamed = (row: Row) => row.kind === 'details' && isHeld(row) && row.isForTaker && isNow(row)
const waits = (row: Row) => row.status === 'new' && isNow(row)

const isSo: Record<string, (row: Row) => boolean> = {
  call: waits,
  nobody: waits,
  released: waits,
  details: mayBeNamed,
  safe: (row) => isHeld(row) && row.isSafe && isNow(row) && row.isForTaker,
  joined: (row) => isHeld(row) && isNow(row) && row.isForTaker && row.isJoined,
  overtaken: isAnothers,
  late: (row) => isHeld(row) && isNow(row),
  closed: (row) => row.isClosed && isNow(row),
  update: () => true,
  taken: (row) => {
    if (onlyWantsToKnow(row.role)) return isHeld(row) && isNow(row)
    return isAnothers(row)
  },
}

/** The alarm has another taker since, or has ended since; and that taker is not at this very phone. */
function isAnothers(row: Row): boolean {
  const isElsewhere = !row.isForTaker && (row.phone === null || row.phone !== row.takerPhone)
  return isElsewhere && ((isHeld(row) && isNow(row)) || (row.isClosed && row.epoch >= row.alarmEpoch - 1))
}

/**
 * On the lock screen the push about the end replaces the call of the same alarm, so it cannot be read as about another
 * one.
 */
const takesItsPlace = ({ messages }: World, { channel, alarmId, phone }: Row) =>
  channel === 'push' &&
  [...messages.values()].some(
    (call) => call.kind === 'call' && call.channel === 'push' && call.alarmId === alarmId && call.phone === phone,
  )

/** The state of the newest real alarm for which each phone was certainly or possibly called. */
async function newestCalledTo({
  house,
  engines,
  given,
  broken,
  messages,
  alarmIds,
}: World): Promise<Map<string, string>> {
  const alarms = await house.db
    .selectFrom('safety_alarms')
    .select(['id', 'status'])
    .where('id', 'in', alarmIds.length > 0 ? alarmIds : ['00000000-0000-0000-0000-000000000000'])
    .execute()
  const statusOf = new Map(alarms.map(({ id, status }) => [id, status]))
  const newest = new Map<string, string>()
  const inHand = new Set(
    engines.flatMap(({ flights }) => flights.flatMap(({ claimed }) => claimed.map(({ id }) => id))),
  )
  for (const { id, kind, isTest, alarmId, phone, channel } of messages.values()) {
    const isHeard = given.has(id) || broken.has(id) || inHand.has(id)
    if (kind !== 'call' || channel !== 'sms' || isTest || !phone || !isHeard) continue
    const before = newest.get(phone)
    if (!before || alarmIds.indexOf(before) < alarmIds.indexOf(alarmId)) newest.set(phone, alarmId)
  }
  return new Map([...newest].map(([phone, alarmId]) => [phone, statusOf.get(alarmId) ?? 'none']))
}

/**
 * Records recipients who are not stood down because another alarm is waiting at their phone, as of this moment. Two
 * people with one phone get one message, so what is not sent to one is not sent to the other either.
 */
async function noteQuiet(world: World, claimed: readonly Claimed[]) {
  const silenced = claimed.filter(
    ({ kind, isStillNeeded }) => !isStillNeeded && (kind === 'taken' || kind === 'closed' || kind === 'overtaken'),
  )
  if (silenced.length === 0) return
  const { rows } = await sql<{ id: string }>`
    select id from safety_alarms where status = 'new' and not is_test`.execute(world.house.db)
  const waiting = new Set(rows.map(({ id }) => id))
  const calledTo = [...world.messages.values()].filter(({ kind, alarmId }) => kind === 'call' && waiting.has(alarmId))
  for (const { phone, alarmId, recipientId } of silenced) {
    if (!calledTo.some((call) => call.phone === phone && call.alarmId !== alarmId)) continue
    for (const call of world.messages.values())
      if (call.alarmId === alarmId && call.phone === phone) world.quiet.add(call.recipientId)
    world.quiet.add(recipientId)
  }
}

/** Lock screens and mails may identify the member only to the alarm's taker; push not even then. */
export function judgeScreens({ others, messages, cast }: World) {
  const last = others.at(-1)
  if (!last || !cast.secrets.some((secret) => last.text.includes(secret))) return
  const kinds = last.deliveryIds.map((id) => messages.get(id)?.kind)
  expect({ channel: last.channel, kinds }, 'who needs help was named').toEqual({ channel: 'mail', kinds: ['details'] })
}

/**
 * Each message is sent once, plus once for each time that the outcome was unknown. Only the taker's messages may
 * identify the member.
 */
export function judgeSends({ given, unanswered, broken, texts, messages, cast }: World) {
  for (const [id, times] of given) {
    const most = 1 + Math.min(1, unanswered.get(id) ?? 0) + (broken.get(id) ?? 0)
    expect(times, `a ${messages.get(id)?.kind} was sent too often`).toBeLessThanOrEqual(most)
  }
  const last = texts.at(-1)
  if (!last || !cast.secrets.some((secret) => last.text.includes(secret))) return
  const kinds = last.deliveryIds.map((id) => messages.get(id)?.kind)
  expect(kinds, 'who needs help was named').toEqual(['details'])
}

/** Whoever replies by SMS to an open alarm gets an answer. */
export async function judgeAnswer(world: World, phone: string, { isOurs, answer }: Answered) {
  if (answer !== null) return
  const { rows } = await sql<{ told: number; open: number }>`
    select count(*) filter (where kind = 'details' and state <> 'withdrawn' and delivery.epoch = alarm.epoch)::int as told,
      count(*) filter (where alarm.status in ('new', 'acknowledged', 'on_site')
        and delivery.id = any(${world.texts.filter(({ to }) => to === phone).flatMap(({ deliveryIds }) => deliveryIds)}::uuid[]))::int as open
    from alarm_deliveries as delivery join alarm_recipients as recipient on recipient.id = recipient_id
    join safety_alarms as alarm on alarm.id = delivery.alarm_id
    where recipient.phone = ${phone}`.execute(world.house.db)
  if (isOurs) expect(rows[0]?.told, 'an SMS was answered with nothing').toBeGreaterThan(0)
  else expect(rows[0]?.open, 'an SMS about an open alarm was not understood to be one').toBe(0)
}

/** Every open alarm has a pending step, until it has called everybody for an hour. */
export async function judgeSteps({ house, now }: World) {
  const before = new Date(now - (keepCallingS - skewS) * 1000)
  const { rows } = await sql`
    select status, is_test, created_at, waiting_since from safety_alarms as alarm
    where status in ('new', 'acknowledged', 'on_site')
      and not (status = 'new' and not is_test and coalesce(waiting_since, created_at) < ${before})
      and not exists (select from alarm_steps where alarm_id = alarm.id and state = 'pending')`.execute(house.db)
  expect(rows, 'an open alarm has no next step').toEqual([])
}

/** Deliveries that a dead engine had claimed have been taken over when their lease ended. */
export async function judgeFlights({ house, now }: World) {
  const { rows } = await sql`
    select kind, channel, state, attempts, due_at from alarm_deliveries
    where state = 'sending' or (state = 'queued' and due_at < ${new Date(now - skewS * 1000)})`.execute(house.db)
  expect(rows, 'a message never landed').toEqual([])
}

/**
 * After every accepted press a message was sent, or the alarm was taken or ended, or an incident tells operators that
 * nothing went out.
 */
export async function judgePresses({ house, presses }: World) {
  const given = JSON.stringify(presses.map(({ alarmId, at }) => ({ alarmId, at: new Date(at - skewS * 1000) })))
  const { rows } = await sql`
    select press.at, alarm.status from jsonb_to_recordset(${given}) as press ("alarmId" uuid, at timestamptz)
    join safety_alarms as alarm on alarm.id = press."alarmId"
    where not exists (select from alarm_deliveries where alarm_id = alarm.id and sent_at >= press.at and state <> 'unsure')
      and not exists (select from alarm_timeline where alarm_id = alarm.id
        and kind in ('taken', 'cancelled', 'resolved') and alarm_timeline.at >= press.at)
      and not exists (select from alarm_incidents where alarm_id = alarm.id)`.execute(house.db)
  expect(rows, 'a press led to nothing that anybody could see').toEqual([])
}

/**
 * Whoever may have set out for a call learns in the end that another has taken it or that it is over. Except the taker
 * and whoever ended it, on any phone, and those at whose phone another alarm was waiting at that time.
 */
export async function judgeStandDowns({ house, texts, others, quiet }: World) {
  const heard = [...texts, ...others.filter(({ channel }) => channel === 'push')].flatMap((each) => each.deliveryIds)
  const { rows } = await sql`
    with heard as (
      select recipient_id, alarm_id, max(epoch) as epoch from alarm_deliveries
      where id = any(${heard}::uuid[]) and kind = 'call' and state <> 'failed' and not is_test group by 1, 2
    )
    select recipient.name, recipient.role, heard.epoch as "heardIn", alarm.epoch, alarm.status
    from heard join safety_alarms as alarm on alarm.id = heard.alarm_id
    join alarm_recipients as recipient on recipient.id = heard.recipient_id
    where alarm.status <> 'new' and recipient.id <> all(${[...quiet]}::uuid[])
      and not exists (select from alarm_deliveries as told
        join alarm_recipients as also on also.id = told.recipient_id and also.alarm_id = alarm.id
        where (also.id = recipient.id or also.phone = recipient.phone)
        and kind in ('taken', 'closed', 'overtaken') and state in ('sent', 'delivered', 'unsure', 'failed') and told.epoch > heard.epoch)
      and not exists (select from alarm_timeline as last
        left join guards on guards.id = last.guard_id
        where last.alarm_id = alarm.id and last.kind in ('taken', 'took_over', 'handed_back', 'resolved', 'false_alarm')
          and (guards.phone = recipient.phone or last.actor_id = recipient.profile_id)
          and (alarm.closed_at is null or last.at = alarm.closed_at))`.execute(house.db)
  expect(rows, 'somebody who heard a call was never stood down').toEqual([])
}
