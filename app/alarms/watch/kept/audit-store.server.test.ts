import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { AlarmDeliveries, AlarmSteps, SafetyAlarms } from '../../../../db/schema'
import { placeAlarm } from '../../../../test/support/alarms'
import { newPhone, openPartner } from '../../../../test/support/guards'
import { useHouse, useTakenBack } from '../../../../test/support/house'
import { joinAsMember } from '../../../../test/support/people'
import { auditorBeats, findIncidents, readPulse } from '../audit-store.server'
import type { IncidentKind } from '../incident'

/** What the auditor reports and what not: each row next to others that differ in one thing, to the millisecond. */

const whole = useHouse()
let partner: string
let member: string
let circle: string
beforeAll(async () => {
  partner = (await openPartner(whole)).id
  member = (await joinAsMember(whole)).signedIn.person.id
  const person = { member_id: member, name: 'Dottern', phone: newPhone(), contact_hash: 'x', link_hash: 'x' }
  const { id } = await whole.db
    .insertInto('circle_people')
    .values({ ...person, told: 'at once', invited_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  circle = id
})
const house = useTakenBack(whole)
let now: Date
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
beforeEach(() => {
  now = house.clock.now()
})

type Given = Partial<Insertable<SafetyAlarms>>
const anAlarm = (given: Given = {}) => placeAlarm(house, ago(60), given)
const taken = (seconds: number): Given => ({
  ...{ status: 'acknowledged', taken_by_company: partner, taken_at: ago(seconds), first_taken_at: ago(seconds) },
})
const over: Given = { status: 'resolved', closed_at: new Date() }

async function step(alarm_id: string, given: Partial<Insertable<AlarmSteps>> = {}) {
  const row = { alarm_id, kind: 'release' as const, armed_at: ago(900), due_at: ago(-900), is_test: false }
  const { id } = await house.db
    .insertInto('alarm_steps')
    .values({ ...row, ...given })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const ids = { partner: () => ({ company_id: partner }), circle: () => ({ circle_id: circle }) }
async function whom(alarm_id: string, role: keyof typeof ids) {
  const known = house.db
    .selectFrom('alarm_recipients')
    .select('id')
    .where('alarm_id', '=', alarm_id)
    .where('role', '=', role)
  const row = { id: randomUUID(), alarm_id, role, name: 'Ali', created_at: now, link_hash: randomUUID() }
  const one = await known.executeTakeFirst()
  if (one) return one.id
  await house.db
    .insertInto('alarm_recipients')
    .values({ ...row, ...ids[role]() })
    .execute()
  return row.id
}

let round = 1
/** A call, delivered unless stated otherwise, to its own recipient. */
async function call(alarm_id: string, given: Partial<Insertable<AlarmDeliveries>> & { to?: keyof typeof ids } = {}) {
  const { to = 'partner', ...rest } = given
  const row = { alarm_id, recipient_id: await whom(alarm_id, to), channel: 'sms' as const, kind: 'call' as const }
  const state = { state: 'delivered' as const, round: round++, due_at: ago(1), is_test: false, created_at: ago(1) }
  const { id } = await house.db
    .insertInto('alarm_deliveries')
    .values({ ...row, ...state, sent_at: ago(1), ...rest })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The names of those rows that an incident of this kind is about. */
async function named(kind: IncidentKind, rows: Record<string, string>, isReported = true) {
  const found = await findIncidents(house.db, now, { isReported })
  const names = new Map(Object.entries(rows).map(([name, id]) => [id, name]))
  return found.flatMap((each) => (each.kind === kind && names.has(each.subject) ? [names.get(each.subject)] : []))
}

test('a step is late five seconds after it was due, also of a test, the latest first', async () => {
  const alarm = await anAlarm()
  const rows = {
    'just in time': await step(alarm, { due_at: ago(5) }),
    late: await step(await anAlarm(), { due_at: ago(5.001) }),
    later: await step(await anAlarm({ is_test: true }), { due_at: ago(9), is_test: true }),
    done: await step(alarm, { due_at: ago(9), state: 'done', settled_at: now }),
    'yet to come': await step(await anAlarm(), { due_at: ago(-5) }),
  }
  expect(await named('late step', rows)).toEqual(['later', 'late'])
  const found = await findIncidents(house.db, now, { isReported: true })
  expect(found.find(({ subject }) => subject === rows.late)?.alarmId).not.toBe(alarm)
})

test('a message is late five seconds after it was due or half a minute after it was written, except a call that rings', async () => {
  const alarm = await anAlarm()
  const waits = { state: 'queued' as const, sent_at: null, due_at: ago(-60), created_at: ago(9) }
  const rows = {
    'just in time': await call(alarm, { ...waits, due_at: ago(5) }),
    late: await call(alarm, { ...waits, due_at: ago(5.001) }),
    'lost in sending': await call(alarm, { ...waits, state: 'sending', due_at: ago(6), kind: 'update', turn: 1 }),
    'put off': await call(alarm, { ...waits, created_at: ago(30) }),
    'put off too long': await call(alarm, { ...waits, created_at: ago(30.001), kind: 'closed', turn: 2 }),
    rings: await call(alarm, { ...waits, state: 'sending', created_at: ago(90), channel: 'voice' }),
    'rings too long': await call(alarm, { ...waits, state: 'sending', due_at: ago(6), channel: 'voice' }),
    sent: await call(alarm, { due_at: ago(60), created_at: ago(60) }),
    'a test': await call(alarm, { ...waits, due_at: ago(8), created_at: ago(10), is_test: true }),
  }
  const late = ['late', 'lost in sending', 'put off too long', 'rings too long', 'a test']
  expect((await named('late delivery', rows)).toSorted()).toEqual(late.toSorted())
  expect((await named('late delivery', rows))[0]).toBe('put off too long')
})

test('a walk is late five seconds after its alarm was due', async () => {
  const walk = async (seconds: number, given: { ended_at?: Date; state?: 'home' } = {}) => {
    const { id } = await house.db
      .insertInto('walks')
      .values({
        member_id: member,
        key: randomUUID(),
        home_at: ago(900),
        due_at: ago(seconds),
        created_at: ago(900),
        ...given,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const rows = { over: await walk(90, { ended_at: now, state: 'home' }), late: await walk(5.001) }
  expect(await named('late walk', rows)).toEqual(['late'])
  await house.db
    .updateTable('walks')
    .set({ due_at: ago(5) })
    .where('id', '=', rows.late)
    .execute()
  expect(await named('late walk', rows)).toEqual([])
})

test('an open alarm has a pending step, unless it has been untaken for over an hour', async () => {
  const rows = {
    'just begun': await anAlarm({ created_at: ago(5) }),
    without: await anAlarm({ created_at: ago(5.001) }),
    'with one': await anAlarm(),
    'with one that is done': await anAlarm(),
    'with somebody, for hours': await anAlarm({ ...taken(9_000), created_at: ago(9_000) }),
    'an hour old': await anAlarm({ created_at: ago(3_600) }),
    older: await anAlarm({ created_at: ago(3_600.001) }),
    'older and pressed': await anAlarm({ created_at: ago(9_000), waiting_since: ago(3_600) }),
    'pressed long ago': await anAlarm({ created_at: ago(9_000), waiting_since: ago(3_600.001) }),
    over: await anAlarm(over),
    'a test': await anAlarm({ is_test: true }),
  }
  await step(rows['with one'])
  await step(rows['with one that is done'], { state: 'done', settled_at: now })
  const without = ['without', 'with one that is done', 'with somebody, for hours', 'an hour old']
  expect((await named('no next step', rows)).toSorted()).toEqual([...without, 'older and pressed', 'a test'].toSorted())
})

test('‘nothing sent’ is found from ten seconds to an hour after a press if nothing has left', async () => {
  const begun = ago(60)
  const called = async (given: Given, sent: Parameters<typeof call>[1]) => {
    const alarm = await anAlarm(given)
    await call(alarm, sent)
    return alarm
  }
  const unsent = { state: 'queued' as const, sent_at: null }
  const rows = {
    'a moment ago': await called({ created_at: ago(9.999) }, unsent),
    'ten seconds ago': await called({ created_at: ago(10) }, unsent),
    'an hour ago': await called({ created_at: ago(3_600) }, unsent),
    before: await called({ created_at: ago(3_600.001) }, unsent),
    sent: await called({}, { sent_at: begun }),
    'sent before it': await called({}, { sent_at: ago(60.001) }),
    unsure: await called({}, { state: 'unsure' }),
    'a test': await called({ is_test: true }, unsent),
    over: await called(over, unsent),
    'taken since': await called(taken(60), unsent),
    'taken before': await called(taken(60.001), unsent),
    'about to be': await called({}, unsent),
    'was about to be': await called({}, unsent),
    'with another step': await called({}, unsent),
  }
  await step(rows['about to be'], { kind: 'press' })
  await step(rows['was about to be'], { kind: 'press', state: 'done', settled_at: now })
  await step(rows['with another step'], { kind: 'ring' })
  const wrong = ['ten seconds ago', 'an hour ago', 'sent before it', 'unsure', 'taken before', 'was about to be']
  expect((await named('nothing sent', rows)).toSorted()).toEqual([...wrong, 'with another step'].toSorted())
  expect(await named('nobody to call', rows)).toEqual([])
})

test('‘nothing sent’ counts from the latest press, and the circle does not count as somebody to call', async () => {
  const pressed = async (urgency: number, seconds: number[], kind: 'press' | 'note' = 'press') => {
    const alarm = await anAlarm({ urgency })
    await call(alarm, { sent_at: ago(40) })
    for (const each of seconds) {
      const said = { kind, author_kind: 'member' as const, author_id: member, message: 'x', created_at: ago(each) }
      await house.db
        .insertInto('alarm_updates')
        .values({ alarm_id: alarm, key: randomUUID(), ...said })
        .execute()
    }
    return alarm
  }
  const rows = {
    'pressed again': await pressed(3, [50, 30]),
    'pressed again before it was sent': await pressed(3, [50, 45]),
    'written to': await pressed(2, [30], 'note'),
    'more urgent without a word': await pressed(2, []),
    'never pressed again': await pressed(1, [30]),
  }
  expect(await named('nothing sent', rows)).toEqual(['pressed again'])
  const [nobody, onlyCircle, elsewise] = [await anAlarm(), await anAlarm(), await anAlarm()]
  await call(onlyCircle, { to: 'circle' })
  await call(elsewise, { kind: 'update', state: 'queued', sent_at: null })
  const uncalled = { nobody, onlyCircle, elsewise }
  expect((await named('nobody to call', uncalled)).toSorted()).toEqual(Object.keys(uncalled).toSorted())
})

test('‘no report’ is found for an unreported SMS call of three minutes to an hour ago while the alarm is untaken', async () => {
  const alarm = await anAlarm()
  const sent = { state: 'sent' as const, sent_at: ago(200) }
  const rows = {
    sent: await call(alarm, { ...sent, sent_at: ago(180) }),
    'an hour ago': await call(alarm, { ...sent, sent_at: ago(3_600) }),
    'too soon': await call(alarm, { ...sent, sent_at: ago(179.999) }),
    'too long ago': await call(alarm, { ...sent, sent_at: ago(3_600.001) }),
    unsure: await call(alarm, { ...sent, state: 'unsure', sent_at: ago(300) }),
    arrived: await call(alarm, { sent_at: ago(200) }),
    'by push': await call(alarm, { ...sent, channel: 'push' }),
    'no call': await call(alarm, { ...sent, kind: 'update' }),
    'of a test': await call(alarm, { ...sent, is_test: true }),
    'of one that is taken': await call(await anAlarm(taken(30)), sent),
  }
  expect(await named('no report', rows)).toEqual(['an hour ago', 'unsure', 'sent'])
  // Without delivery reports a sent SMS cannot be judged; one whose send was never answered can.
  expect(await named('no report', rows, false)).toEqual(['unsure'])
})

test('‘nobody comes’ is found after an untaken hour, counted from the last hand-back, release or reopening', async () => {
  const old = { created_at: ago(9_000) }
  const rows = {
    'an hour': await anAlarm({ created_at: ago(3_600) }),
    longer: await anAlarm({ created_at: ago(3_600.001) }),
    pressed: await anAlarm({ ...old, waiting_since: ago(60) }),
    'a test': await anAlarm({ ...old, is_test: true }),
    taken: await anAlarm({ ...old, ...taken(60) }),
    'handed back': await anAlarm(old),
    released: await anAlarm(old),
    reopened: await anAlarm(old),
    'handed back long ago': await anAlarm(old),
  }
  const line = (alarm_id: string, kind: 'handed_back' | 'released' | 'reopened' | 'pressed', seconds: number) =>
    house.db
      .insertInto('alarm_timeline')
      .values({ alarm_id, kind, at: ago(seconds), actor_kind: 'system', facts: '{}' })
      .execute()
  await line(rows['handed back'], 'handed_back', 3_600)
  await line(rows.released, 'released', 60)
  await line(rows.reopened, 'reopened', 60)
  await line(rows['handed back long ago'], 'handed_back', 3_600.001)
  await line(rows.pressed, 'pressed', 60)
  const alone = ['longer', 'pressed', 'handed back long ago']
  expect((await named('nobody comes', rows)).toSorted()).toEqual(alone.toSorted())
})

test('‘nobody reached’ is found when every call to those who can come failed or was withdrawn', async () => {
  const reached = async (given: Given, ...calls: Parameters<typeof call>[1][]) => {
    const alarm = await anAlarm(given)
    for (const each of calls) await call(alarm, each)
    return alarm
  }
  const [failed, withdrawn] = [{ state: 'failed' as const }, { state: 'withdrawn' as const }]
  const rows = {
    'all lost': await reached({}, failed, withdrawn),
    'all failed': await reached({}, failed),
    'all withdrawn': await reached({}, withdrawn),
    'one waits': await reached({}, failed, { state: 'queued' }),
    'one is sent': await reached({}, { state: 'sent' }, failed),
    uncalled: await reached({}),
    'only the circle': await reached({}, failed, { to: 'circle' }),
    'only of the circle': await reached({}, { ...failed, to: 'circle' }),
    'another word': await reached({}, failed, { kind: 'update' }),
    'no call': await reached({}, { ...failed, kind: 'update' }),
    'a test': await reached({ is_test: true }, failed),
    taken: await reached(taken(9), failed),
  }
  const lost = ['all lost', 'all failed', 'all withdrawn', 'only the circle', 'another word']
  expect((await named('nobody reached', rows)).toSorted()).toEqual(lost.toSorted())
})

test('the auditor’s heartbeat is stored separately from the engine’s', async () => {
  expect(await readPulse(house.db, 'auditor')).toBeNull()
  for (const at of [ago(9), now]) await auditorBeats({ db: house.db, clock: { now: () => at } })
  expect(await readPulse(house.db, 'auditor')).toEqual(now)
  expect(await readPulse(house.db, 'engine')).toBeNull()
})
