import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import type { Mail } from '~/platform/mail/mail.server'
import {
  addPartner,
  alarmRow,
  deliveriesOf,
  historyOf,
  minutesGoBy,
  openNeighbourhood,
  press,
  textsTo,
  workOff,
} from '../../../test/support/alarms'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin } from '../../../test/support/people'
import { closeAlarm } from '../answer/close-alarm.server'
import { lookAtPosition } from '../answer/look-at-position.server'
import { replyBySms } from '../answer/reply-by-sms.server'
import { takeAlarm } from '../answer/take-alarm.server'
import { arrive, handBack } from '../engine/follow-up.server'
import { recordDeliveryReport } from '../engine/send/record-delivery-report.server'
import { beat } from '../engine/step-store.server'
import { blurOldPositions } from '../history/blur-positions.server'
import { exportAlarms } from '../history/export-alarms.server'
import { forgetReporter } from '../history/forget-store.server'
import { giveWords } from '../words/word-store.server'
import { auditOnce } from './auditor.server'
import { countClosedAlarms, readFigures } from './figure-store.server'
import { readIncidents } from './incident-store.server'
import { readAlarmHealth } from './read-health.server'
import { singCanaries } from './sing-canaries.server'

const house = useHouse()
const seconds = (n: number) => house.clock.forward({ minutes: n / 60 })

/** One look of the auditor: the incidents found, and its mails to operators. */
async function audit() {
  const mails: Mail[] = []
  const send = async (one: Mail) => {
    mails.push(one)
    return { kind: 'delivered' as const }
  }
  const found = await auditOnce({ ...house, mail: { ...house.mail, send } })
  return { kinds: found.map(({ kind }) => kind), mails }
}

afterEach(async () => {
  // Clean up, so that leftovers of one test are not late in the next.
  await house.db.deleteFrom('alarm_steps').execute()
  await house.db.deleteFrom('alarm_deliveries').execute()
  await house.db.deleteFrom('alarm_incidents').execute()
  await house.db.deleteFrom('auditor_words').execute()
  const over = { status: 'cancelled', closed_at: new Date(), counted: true } as const
  await house.db.updateTable('safety_alarms').set(over).where('closed_at', 'is', null).execute()
})

test('a stopped engine is found by late work and silence, operators are told once, and incidents end when it is back', async () => {
  const admin = await joinAsAdmin(house)
  await beat(house.db, house.clock, 5)
  const { member } = await openNeighbourhood(house)
  await press(house, member)
  expect((await audit()).kinds).toEqual([])
  expect(await readAlarmHealth(house)).toEqual({ engine: 'ok', auditor: 'ok', incidents: 0 })

  seconds(70)
  const found = await audit()
  expect(found.kinds.sort()).toEqual(['engine silent', 'late delivery', 'late step', 'late step', 'nothing sent'])
  expect(found.mails.map(({ recipient }) => recipient)).toContain(admin.email)
  expect(found.mails[0]?.text).toMatch(/Larmmotorn svarar inte/)
  expect((await audit()).mails).toEqual([])
  expect(await readAlarmHealth(house)).toMatchObject({ engine: 'silent', auditor: 'ok', incidents: 5 })

  await workOff(house)
  await beat(house.db, house.clock, 5)
  expect((await audit()).kinds).toEqual([])
  expect(await readIncidents(house.db)).toEqual([])
})

test('an alarm whose every message failed for good is an incident at once', async () => {
  const { member, guard } = await openNeighbourhood(house)
  house.texted.answers.push({ kind: 'permanent', reason: '46elks 400' })
  const { alarmId } = await press(house, member)
  await beat(house.db, house.clock, 5)
  expect((await audit()).kinds).toEqual([])
  await workOff(house)
  const { kinds, mails } = await audit()
  expect(kinds).toEqual(['nobody reached'])
  expect(mails[0]?.text).toMatch(/Inget meddelande om larmet har kommit fram/)
  await takeAlarm(house, guard, alarmId)
  expect((await audit()).kinds).toEqual([])
})

test('an alarm handed back counts as reaching nobody if the new messages failed', async () => {
  const { member, guard } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  await workOff(house)
  await takeAlarm(house, guard, alarmId)
  seconds(1)
  house.texted.answers.push({ kind: 'permanent', reason: '46elks 400' })
  await handBack(house, guard, alarmId)
  await workOff(house)
  await beat(house.db, house.clock, 5)
  expect((await audit()).kinds).toEqual(['nobody reached'])
  await takeAlarm(house, guard, alarmId)
  expect((await audit()).kinds).toEqual([])
})

test('an alarm whose only message is unsure stays an incident until it is delivered', async () => {
  const { member } = await openNeighbourhood(house)
  const silent = { kind: 'unanswered', reason: 'no answer in time' } as const
  house.texted.answers.push(silent, silent)
  const { alarmId } = await press(house, member)
  await workOff(house)
  seconds(4)
  await workOff(house)
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 unsure'])
  seconds(11)
  await beat(house.db, house.clock, 5)
  expect((await audit()).kinds).toEqual(['nothing sent'])
  seconds(176)
  await house.db.updateTable('alarm_steps').set({ state: 'dropped' }).where('alarm_id', '=', alarmId).execute()
  await beat(house.db, house.clock, 5)
  // Even without delivery reports: a send that was never answered is waited for in any case.
  expect((await audit()).kinds.sort()).toEqual(['no next step', 'no report', 'nothing sent'])
  await reportLast('delivered')
  expect((await audit()).kinds).toEqual(['no next step'])
})

test('an alarm untaken for an hour is an incident until it is taken', async () => {
  const { member, guard } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  await workOff(house)
  await minutesGoBy(house, 62)
  await beat(house.db, house.clock, 5)
  expect((await audit()).kinds).toEqual(['nobody comes'])
  await takeAlarm(house, guard, alarmId)
  await workOff(house)
  expect((await audit()).kinds).toEqual([])
})

test('a hand-back restarts the hour after which nobody comes, and a press does not postpone it', async () => {
  const { member, guard } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  const engineRuns = async (minutes: number) => {
    await workOff(house)
    await minutesGoBy(house, minutes)
    await beat(house.db, house.clock, 5)
  }
  valueFrom(await takeAlarm(house, guard, alarmId))
  valueFrom(await arrive(house, guard, alarmId))
  await engineRuns(70)
  valueFrom(await handBack(house, guard, alarmId))
  await engineRuns(55)
  expect((await audit()).kinds).toEqual([])
  await press(house, member, { message: 'Kommer ingen?' })
  await engineRuns(10)
  expect((await audit()).kinds).toEqual(['nobody comes'])
})

test('an old alarm handed back has a next step, and one without is an incident', async () => {
  const { member, guard } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  valueFrom(await takeAlarm(house, guard, alarmId))
  valueFrom(await arrive(house, guard, alarmId))
  house.clock.forward({ minutes: 70 })
  await workOff(house)
  valueFrom(await handBack(house, guard, alarmId))
  await workOff(house)
  house.clock.forward({ minutes: 0.5 })
  await beat(house.db, house.clock, 5)
  expect((await audit()).kinds).toEqual([])
  await house.db.updateTable('alarm_steps').set({ state: 'dropped' }).where('alarm_id', '=', alarmId).execute()
  expect((await audit()).kinds).toEqual(['no next step'])
})

test('canaries are sent by day in open postcodes, as often as the policy says, and reach the guard', async () => {
  const { postcode, phone, guard } = await openNeighbourhood(house)
  await house.db.insertInto('postcodes').values({ code: postcode, name: 'Prov', state: 'open' }).execute()
  vi.setSystemTime('2027-03-01T21:00:00Z')
  expect(await singCanaries(house)).toBe(0)
  vi.setSystemTime('2027-03-02T10:00:00Z')
  await house.db
    .updateTable('guards')
    .set({ on_duty_since: new Date('2027-03-02T09:00:00Z'), on_duty_until: new Date('2027-03-02T20:00:00Z') })
    .where('id', '=', guard.guardId)
    .execute()
  expect(await Promise.all([singCanaries(house), singCanaries(house)])).toContain(1)
  expect(await singCanaries(house)).toBe(0)
  await workOff(house)
  expect(textsTo(house, phone)).toHaveLength(1)
  expect(textsTo(house, phone)[0]).toMatch(/^TEST, inget larm: LARM/)
  await reportLast('delivered')
  seconds(301)
  await workOff(house)
  expect(await readIncidents(house.db)).toEqual([])
  vi.setSystemTime('2027-03-08T10:00:00Z')
  expect(await singCanaries(house)).toBe(0)
})

/** The provider reports on the latest SMS. */
async function reportLast(state: 'delivered' | 'failed') {
  const { id, provider_id, attempts } = await house.db
    .selectFrom('alarm_deliveries')
    .select(['id', 'provider_id', 'attempts'])
    .where('channel', '=', 'sms')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const report = { providerId: provider_id ?? '', reference: id, attempt: attempts, state }
  expect(await recordDeliveryReport(house, report)).toBe(true)
}

test('a canary that was sent but not delivered is an incident, and one that was answered is not', async () => {
  for (const [day, answer, expected] of [
    ['2027-05-03', 'nothing', ['canary unheard']],
    ['2027-05-11', 'JA', []],
  ] as const) {
    const { postcode, guard, phone } = await openNeighbourhood(house)
    await house.db.insertInto('postcodes').values({ code: postcode, name: 'Prov', state: 'open' }).execute()
    vi.setSystemTime(`${day}T10:00:00Z`)
    await house.db
      .updateTable('guards')
      .set({ on_duty_since: new Date(`${day}T09:00:00Z`), on_duty_until: new Date(`${day}T20:00:00Z`) })
      .where('id', '=', guard.guardId)
      .execute()
    await singCanaries(house)
    await workOff(house)
    const word = /JA \w\w/.exec(textsTo(house, phone).at(-1) ?? '')?.[0] ?? ''
    if (answer === 'JA') await replyBySms(house, { fromPhone: phone, text: word, providerId: 'in-1' })
    seconds(301)
    await workOff(house)
    const standing = (await readIncidents(house.db)).filter(({ subject }) => subject === postcode)
    expect(standing.map(({ kind }) => kind)).toEqual(expected)
  }
})

test('a canary that could not be sent is an incident until a later one is delivered', async () => {
  const { postcode, guard } = await openNeighbourhood(house)
  await house.db.insertInto('postcodes').values({ code: postcode, name: 'Prov', state: 'open' }).execute()
  for (const [day, answer] of [
    ['2027-04-05', { kind: 'permanent' as const, reason: '46elks 400' }],
    ['2027-04-13', { kind: 'delivered' as const }],
  ] as const) {
    vi.setSystemTime(`${day}T10:00:00Z`)
    await house.db
      .updateTable('guards')
      .set({ on_duty_since: new Date(`${day}T09:00:00Z`), on_duty_until: new Date(`${day}T20:00:00Z`) })
      .where('id', '=', guard.guardId)
      .execute()
    house.texted.answers.push(answer)
    await singCanaries(house)
    await workOff(house)
    if (answer.kind === 'delivered') await reportLast('delivered')
    seconds(301)
    await workOff(house)
    const standing = (await readIncidents(house.db)).filter(({ subject }) => subject === postcode)
    expect(standing.map(({ kind }) => kind)).toEqual(answer.kind === 'permanent' ? ['canary unheard'] : [])
  }
})

test('response times are counted once per alarm by postcode, without tests', async () => {
  const { member, guard, postcode } = await openNeighbourhood(house)
  for (const [wait, outcome] of [
    [20, 'resolved'],
    [100, 'false_alarm'],
  ] as const) {
    const { alarmId } = await press(house, member)
    seconds(wait)
    await takeAlarm(house, guard, alarmId)
    seconds(60)
    await arrive(house, guard, alarmId)
    await closeAlarm(house, guard, alarmId, { outcome })
  }
  await press(house, member, { test: 'on' })
  seconds(301)
  await workOff(house)
  await Promise.all([countClosedAlarms(house), countClosedAlarms(house), countClosedAlarms(house)])
  const [figures] = await readFigures(house.db, '2020-01-01', postcode)
  expect(figures).toMatchObject({ postcode, alarms: 2, taken: 2, falseAlarms: 1, within: [0, 1, 0, 1, 0, 0] })
  expect(figures?.takeSeconds).toBeCloseTo(60, 0)
  expect(figures?.arriveSeconds).toBeCloseTo(120, 0)
})

test('a response time on the limit of a class is counted in the lower class', async () => {
  const { member, guard, postcode } = await openNeighbourhood(house)
  seconds(0)
  for (const wait of [15, 30, 60, 120, 300, 301]) {
    const { alarmId } = await press(house, member)
    seconds(wait)
    await takeAlarm(house, guard, alarmId)
    await closeAlarm(house, guard, alarmId, { outcome: 'resolved' })
  }
  await countClosedAlarms(house)
  const [figures] = await readFigures(house.db, '2020-01-01', postcode)
  expect(figures).toMatchObject({ alarms: 6, within: [1, 1, 1, 1, 1, 1] })
})

test('looking at a position is recorded in the history, and after thirty days it is only approximate', async () => {
  const { member, guard } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member, { latitude: '59.278612', longitude: '18.009345', accuracy: '5' })
  const looked = await lookAtPosition(house, guard, alarmId)
  expect(looked.ok && looked.value).toMatchObject({ latitude: 59.278612, longitude: 18.009345, isBlurred: false })
  expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called', 'position_seen'])
  house.clock.forward({ days: 29 })
  expect(await blurOldPositions(house)).toBe(0)
  house.clock.forward({ days: 2 })
  expect(await blurOldPositions(house)).toBe(1)
  expect(await blurOldPositions(house)).toBe(0)
  const admin = await joinAsAdmin(house)
  const again = await lookAtPosition(house, { kind: 'operator', personId: admin.signedIn.person.id }, alarmId)
  expect(again.ok && again.value).toMatchObject({ latitude: 59.28, longitude: 18.01, accuracyM: null, isBlurred: true })
})

test('once an alarm is taken, its position is for the taker and operators, and refused to other companies', async () => {
  const { member, guard, postcode } = await openNeighbourhood(house)
  const other = await addPartner(house, postcode)
  const { alarmId } = await press(house, member, { latitude: '59.278612', longitude: '18.009345' })
  expect((await lookAtPosition(house, other.guard, alarmId)).ok).toBe(true)
  await takeAlarm(house, guard, alarmId)
  expect(refusalFrom(await lookAtPosition(house, other.guard, alarmId)).message).toMatch(/Någon annan har larmet/)
  expect((await lookAtPosition(house, guard, alarmId)).ok).toBe(true)
  const operator = { kind: 'operator' as const, personId: (await joinAsAdmin(house)).signedIn.person.id }
  expect(valueFrom(await lookAtPosition(house, operator, alarmId))).toMatchObject({ latitude: 59.278612 })
})

test('exportAlarms contains the member’s alarms, and forgetReporter erases their words and position', async () => {
  const { member, guard } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member, {
    message: 'Min mor har ramlat',
    latitude: '59.278612',
    longitude: '18.009345',
  })
  await press(house, member, { message: 'Hon andas' })
  await takeAlarm(house, guard, alarmId)
  const personId = member.signedIn.person.id
  expect(await exportAlarms(house.db, personId)).toMatchObject([
    {
      meddelande: 'Min mor har ramlat',
      status: 'Mottaget',
      tillägg: [{ text: 'Hon andas' }],
      positioner: [{ latitud: 59.278612 }],
    },
  ])
  await house.db.transaction().execute((db) => forgetReporter(db, personId))
  expect((await alarmRow(house.db, alarmId)).message).toBe('Texten är borttagen.')
  const everything = JSON.stringify([
    await house.db.selectFrom('alarm_updates').selectAll().where('alarm_id', '=', alarmId).execute(),
    await house.db.selectFrom('alarm_positions').selectAll().where('alarm_id', '=', alarmId).execute(),
    await house.db.selectFrom('alarm_timeline').selectAll().where('alarm_id', '=', alarmId).execute(),
    await house.db.selectFrom('alarm_deliveries').selectAll().where('alarm_id', '=', alarmId).execute(),
  ])
  expect(everything).not.toMatch(/andas|ramlat|Eva|59\.2786/)
  expect(await historyOf(house.db, alarmId)).toContain('taken')
})

test('forgetReporter deletes an operator’s number and answer words, and nobody else’s words', async () => {
  const { member } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  const admin = await joinAsAdmin(house)
  const personId = admin.signedIn.person.id
  const recipient = {
    id: randomUUID(),
    alarm_id: alarmId,
    role: 'operator' as const,
    profile_id: personId,
    name: 'Ali',
  }
  const phone = '+46701740699'
  const now = house.clock.now()
  await house.db
    .insertInto('alarm_recipients')
    .values({ ...recipient, phone, link_hash: randomUUID(), created_at: now })
    .execute()
  await giveWords(house.db, [{ recipientId: recipient.id, phone }], now)
  const others = house.db.selectFrom('alarm_words').select('recipient_id').where('phone', '<>', phone)
  const before = await others.execute()
  await house.db.transaction().execute((db) => forgetReporter(db, personId))
  const left = (table: 'alarm_recipients' | 'alarm_words') =>
    house.db.selectFrom(table).select('phone').where('phone', '=', phone).execute()
  expect([await left('alarm_recipients'), await left('alarm_words')]).toEqual([[], []])
  expect(await others.execute()).toEqual(before)
})
