import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { afterEach } from 'vitest'
import { alarmChannels, type Partner } from '~/alarms/alarm'
import { sayYes } from '~/alarms/circle/answer-question.server'
import { invitePerson } from '~/alarms/circle/invite-person.server'
import { carryOutSteps } from '~/alarms/engine/carry-out-steps.server'
import { type Claimed, claimDeliveries, settleDeliveries } from '~/alarms/engine/delivery-store.server'
import { sendDelivery } from '~/alarms/engine/send/send-delivery.server'
import type { Room } from '~/alarms/engine/ways'
import { raiseAlarm } from '~/alarms/raise/raise-alarm.server'
import type { Database } from '~/platform/database/database.server'
import type { SafetyAlarms } from '../../db/schema'
import { employGuard, newPhone, newPostcode, openPartner } from './guards'
import type { TestHouse } from './house'
import { valueFrom } from './outcome'
import { joinAsMember, type Resident } from './people'

/** Helpers for alarms. The engine is driven by hand: nothing is sent and no deadline passes unless a test does it. */

/** Free send slots: `each` per channel, except where `given` says otherwise. */
export const roomFor = (each: number, given: Partial<Room> = {}): Room => ({
  ...(Object.fromEntries(alarmChannels.map((channel) => [channel, each])) as Room),
  ...given,
})

/** Processes all steps and deliveries that are due now, in both lanes, as the engine would. */
export async function workOff(house: TestHouse): Promise<void> {
  for (const isTest of [false, true]) {
    for (;;) {
      const now = house.clock.now()
      const steps = await carryOutSteps(house, isTest, 25)
      const until = new Date(now.getTime() + 6_000)
      const claimed = await claimDeliveries(house.db, { isTest, room: roomFor(100), inFlight: [], now, until })
      for (const one of claimed) await settleDeliveries(house.db, [await sendDelivery(house, one)], house.clock.now())
      if (steps === 0 && claimed.length === 0) break
    }
  }
}

/**
 * Drops what is left to do for a test's alarms when it ends. Otherwise `workOff` would go on calling for them in every
 * later test of the file that moves the clock.
 */
export function dropWorkAfterEach(house: TestHouse) {
  afterEach(async () => {
    await house.db.deleteFrom('alarm_steps').execute()
    await house.db.deleteFrom('alarm_deliveries').where('state', 'in', ['queued', 'sending']).execute()
  })
}

/**
 * Lets minutes pass as `workOff` at each of them would, but runs it only at those by which something is due: at the
 * others it finds nothing, at the cost of a dozen statements. `eachMinute` must add nothing to do.
 */
export async function minutesGoBy(
  house: TestHouse,
  minutes: number,
  eachMinute: (minute: number) => void | Promise<void> = () => {},
): Promise<void> {
  let due = await nextDue(house.db)
  for (let minute = 1; minute <= minutes; minute++) {
    house.clock.forward({ minutes: 1 })
    if (due !== null && due <= house.clock.now()) {
      await workOff(house)
      due = await nextDue(house.db)
    }
    await eachMinute(minute)
  }
}

/** When the engine has something to do next. */
async function nextDue(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select least((select min(due_at) from alarm_steps where state = 'pending'),
      (select min(due_at) from alarm_deliveries where state in ('queued', 'sending'))) as at`.execute(db)
  return rows[0]?.at ?? null
}

/** Claims the alarm's waiting deliveries, as an engine with free slots would. */
export async function claimOf(house: TestHouse, alarmId: string): Promise<Claimed[]> {
  const now = house.clock.now()
  const given = { isTest: false, room: roomFor(100), inFlight: [], now, until: now }
  return (await claimDeliveries(house.db, given)).filter((one) => one.alarmId === alarmId)
}

export type Neighbourhood = {
  member: Resident
  postcode: string
  companyId: string
  guardId: string
  guard: Partner
  phone: string
}

/** A postcode of its own, with a member and a guard company that has one guard on duty. */
export async function openNeighbourhood(house: TestHouse, postcode = newPostcode()): Promise<Neighbourhood> {
  const member = await joinAsMember(house, { postcode })
  const { id: companyId } = await openPartner(house, { name: 'Vakt AB', postcode })
  const phone = newPhone()
  const guardId = await employGuard(house, companyId, { phone, on_duty_since: hourAgo(house) })
  const guard: Partner = { kind: 'partner', companyId, guardId, via: 'page' }
  return { member, postcode, companyId, guardId, guard, phone }
}

/** On duty for an hour already, so that a clock that goes back does not end the duty. */
const hourAgo = (house: TestHouse) => new Date(house.clock.now().getTime() - 3_600_000)

/** Adds another guard company to the postcode. */
export async function addPartner(house: TestHouse, postcode: string, name = 'Nattvakt AB') {
  const { id: companyId } = await openPartner(house, { name, postcode })
  const phone = newPhone()
  const guardId = await employGuard(house, companyId, { phone, name: 'Bo Ek', on_duty_since: hourAgo(house) })
  const guard: Partner = { kind: 'partner', companyId, guardId, via: 'page' }
  return { companyId, guardId, guard, phone }
}

export async function press(house: TestHouse, member: Resident, values: Record<string, string> = {}) {
  return valueFrom(
    await raiseAlarm(house, member.signedIn, { key: randomUUID(), message: 'Någon är i huset', ...values }),
  )
}

/**
 * Inserts an alarm directly, without the use cases and without a reporter, for tests over many rows that differ in one
 * thing.
 */
export async function placeAlarm(
  { db }: Pick<TestHouse, 'db'>,
  now: Date,
  given: Partial<Insertable<SafetyAlarms>> = {},
) {
  const row = { key: randomUUID(), postcode: '12540', message: 'x', called_at: now, created_at: now }
  const { id } = await db
    .insertInto('safety_alarms')
    .values({ ...row, ...given })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const alarmRow = (db: Database, id: string) =>
  db.selectFrom('safety_alarms').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export async function historyOf(db: Database, alarmId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('alarm_timeline')
    .select('kind')
    .where('alarm_id', '=', alarmId)
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

/** For example "sms call 1 sent", in the order in which they were written. */
export async function deliveriesOf(db: Database, alarmId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('alarm_deliveries')
    .select(['channel', 'kind', 'round', 'state'])
    .where('alarm_id', '=', alarmId)
    .orderBy('id')
    .execute()
  return rows.map(({ channel, kind, round, state }) => `${channel} ${kind} ${round} ${state}`)
}

export async function stepsOf(db: Database, alarmId: string): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('alarm_steps')
    .select(['kind', 'state'])
    .where('alarm_id', '=', alarmId)
    .orderBy('id')
    .execute()
  return Object.fromEntries(rows.map(({ kind, state }) => [kind, state]))
}

/** All texts that were sent to a phone so far, by anyone. */
export function textsTo(house: TestHouse, phone: string): string[] {
  return house.texted.sent.filter(({ recipient }) => recipient === phone).map(({ text }) => text)
}

/** The reply word in the newest call that was sent to a phone by SMS. */
export function wordTo(house: TestHouse, phone: string): string {
  const calls = textsTo(house, phone).flatMap((text) => /Svara JA (\w\w) /.exec(text)?.[1] ?? [])
  const word = calls.at(-1)
  if (!word) throw new Error(`No call has been texted to ${phone}`)
  return word
}

/** The secret of the newest link that was sent to a phone by SMS. */
export function secretTo(house: TestHouse, phone: string): string {
  const texts = house.texted.sent.filter(({ recipient }) => recipient === phone)
  const link = texts.flatMap(({ text }) => /\?nyckel=([\w-]+)/.exec(text)?.[1] ?? []).at(-1)
  if (!link) throw new Error(`no link has been texted to ${phone}`)
  return link
}

type Given = { name?: string; phone?: string; told?: 'at once' | 'unanswered'; toldOfTests?: 'on' }

/** Somebody whom the member has named and who has been asked. */
export async function askOne(house: TestHouse, member: Resident, given: Given = {}) {
  const phone = given.phone ?? newPhone()
  const values = { name: 'Dottern', told: 'at once', ...given, contact: phone }
  valueFrom(await invitePerson(house, member.signedIn, values))
  await house.deliver()
  return { phone, secret: secretTo(house, phone) }
}

/** Somebody whom the member has named and who said yes. */
export async function nameOne(house: TestHouse, member: Resident, given: Given = {}) {
  const asked = await askOne(house, member, given)
  valueFrom(await sayYes(house, asked.secret))
  return asked
}
