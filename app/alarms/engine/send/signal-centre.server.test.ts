import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeAlarm } from '~/alarms/answer/close-alarm.server'
import { lookAtPosition } from '~/alarms/answer/look-at-position.server'
import { takeAlarm } from '~/alarms/answer/take-alarm.server'
import { openDc09 } from '~/platform/dc09/tcp-centre.server'
import {
  alarmRow,
  claimOf,
  deliveriesOf,
  historyOf,
  type Neighbourhood,
  openNeighbourhood,
  press,
  textsTo,
  workOff,
} from '../../../../test/support/alarms'
import { type CentreReceiver, startCentre } from '../../../../test/support/counterparts/centre-receiver'
import { giveOwner, newPhone } from '../../../../test/support/guards'
import { type TestHouse, useHouse } from '../../../../test/support/house'
import { valueFrom } from '../../../../test/support/outcome'
import { letRing } from '../../raise/let-ring.server'
import { saySafe } from '../../raise/say-safe.server'
import { auditOnce } from '../../watch/auditor.server'
import type { Claimed } from '../delivery-store.server'
import { signalCentre } from './signal-centre.server'

const house = useHouse()
const key = '000102030405060708090A0B0C0D0E0F'
let receiver: CentreReceiver
let open: TestHouse
beforeEach(async () => {
  receiver = await startCentre({ key: Buffer.from(key, 'hex') })
  const centre = openDc09(['127.0.0.1'], { patienceMs: 300, quietMs: 20 })
  open = Object.assign(Object.create(house), { centre })
})
afterEach(() => receiver.close())

/** A neighbourhood whose guard company has a centre (larmcentral). */
async function openStreet(hasKey = true): Promise<Neighbourhood & { ownerId: string }> {
  const street = await openNeighbourhood(house)
  const ownerId = await giveOwner(house, street.companyId)
  const now = house.clock.now()
  await house.db
    .insertInto('alarm_centres')
    .values({
      ...{ company_id: street.companyId, name: 'Larm AB', host: '127.0.0.1', port: receiver.port, account: 'AB12' },
      ...{ receiver: '1', line: '0', format: 'SIA-DCS', poll_s: 90, next_poll_at: now, changed_at: now },
      sealed_key: hasKey ? house.keys.seal('centre key', key) : null,
    })
    .execute()
  return { ...street, ownerId }
}

const position = { latitude: '59.2786', longitude: '18.0105', accuracy: '10' }
const heard = () => receiver.heard.map(({ data }) => data.replace(/^#AB12\|/, ''))
const centreRows = async (alarmId: string) =>
  (await deliveriesOf(house.db, alarmId)).filter((row) => row.startsWith('centre'))

test('an alarm is signalled to the centre with its position; the ACK counts as delivered, never as taken', async () => {
  const { member, phone } = await openStreet()
  const { alarmId } = await press(house, member, position)
  await workOff(open)
  expect(heard()).toEqual(['Nri0/PA001'])
  expect(receiver.heard[0]?.extensions).toMatch(
    /^\[H[^\]]+\]\[S\d{5}\]\[X018E00.630\]\[Y59N16.716\]\[Vhttp:\/\/kvartera.test\/larm\/[\w-]/,
  )
  expect(receiver.heard[0]?.extensions).not.toMatch(/Någon|huset|Eva|Lind/)
  expect(await centreRows(alarmId)).toEqual(['centre call 1 delivered'])
  expect(textsTo(house, phone)).toHaveLength(1)
  expect(await alarmRow(house.db, alarmId)).toMatchObject({ status: 'new', taken_by_company: null })
  expect(await historyOf(house.db, alarmId)).toContain('position_to_centre')
})

test('without a key the signal has no position and no link, and the history records none', async () => {
  const { member } = await openStreet(false)
  const { alarmId } = await press(house, member, position)
  await workOff(open)
  expect(receiver.heard[0]?.extensions).toMatch(/^\[H[^\]]+\]\[S\d{5}\]$/)
  expect(await historyOf(house.db, alarmId)).not.toContain('position_to_centre')
})

test('the centre is signalled when the alarm is over, also by its own company, and not who took it', async () => {
  const { member, companyId } = await openStreet()
  const { alarmId } = await press(house, member)
  await workOff(open)
  const owner = { kind: 'partner', companyId, guardId: null, via: 'page' } as const
  valueFrom(await takeAlarm(house, owner, alarmId))
  await workOff(open)
  valueFrom(await closeAlarm(house, owner, alarmId, { outcome: 'resolved', key: randomUUID(), note: '' }))
  await workOff(open)
  expect(heard()).toEqual(['Nri0/PA001', 'Nri0/PH001'])
})

const hides = { hides: 'on' }
test('an alarm of a member who hides is signalled as duress, and ended as duress even if the member no longer hides', async () => {
  const { member } = await openStreet()
  const { alarmId } = await press(house, member, { ...position, ...hides })
  await workOff(open)
  expect(heard()).toEqual(['Nri0/HA001'])
  // The member's position is included, and recorded in the history.
  expect(receiver.heard[0]?.extensions).toMatch(/\[X018E00.630\]\[Y59N16.716\]/)
  expect(await historyOf(house.db, alarmId)).toContain('position_to_centre')
  // A signal sent under the duress code is ended under that code, even if the member no longer hides.
  valueFrom(await letRing(house, member.signedIn, alarmId))
  valueFrom(await saySafe(house, member.signedIn, alarmId))
  await workOff(open)
  expect(heard()).toEqual(['Nri0/HA001', 'Nri0/HH001'])
  const kinds = await house.db.selectFrom('centre_signals').select('kind').where('subject', '=', alarmId).execute()
  expect(kinds.map(({ kind }) => kind).sort()).toEqual(['duress', 'duress over'])
})

test('a press that begins to hide is signalled as duress; a test of a member who hides is signalled as a test', async () => {
  const { member } = await openStreet()
  await press(house, member)
  await workOff(open)
  house.clock.forward({ minutes: 1 })
  await press(house, member, hides)
  await workOff(open)
  expect(heard().filter((data, at, all) => all.indexOf(data) === at)).toEqual(['Nri0/PA001', 'Nri0/HA001'])
  const other = await openStreet()
  await press(house, other.member, { test: 'on', ...hides })
  await workOff(open)
  expect(heard().at(-1)).toBe('Nri0/RP000')
})

test('the phone’s position is not sent to the centre when help is needed somewhere else', async () => {
  const { member, guard } = await openStreet()
  const { alarmId } = await press(house, member, { place: 'here', ...position })
  house.clock.forward({ minutes: 1 })
  await press(house, member, { place: 'elsewhere', elsewhere: 'Hos mamma' })
  await workOff(open)
  expect(receiver.heard.length).toBeGreaterThan(0)
  for (const { extensions } of receiver.heard) expect(extensions).not.toMatch(/\[[XY]/)
  expect(await historyOf(house.db, alarmId)).not.toContain('position_to_centre')
  expect(valueFrom(await lookAtPosition(house, guard, alarmId))).toBeNull()
})

test('an alarm cancelled before the centre was told is not signalled', async () => {
  const { member } = await openStreet()
  const { alarmId } = await press(house, member)
  valueFrom(await saySafe(house, member.signedIn, alarmId))
  await workOff(open)
  expect(heard()).toEqual([])
})

test('‘taken’, a message without a company and the end of a test are not signalled to a centre', async () => {
  const { member, companyId } = await openStreet()
  const [claimed] = await claimOf(house, (await press(house, member)).alarmId)
  const unneeded = { kind: 'unneeded', reason: 'sägs inte till larmcentraler' }
  for (const given of [{ kind: 'taken' as const }, { companyId: null }, { kind: 'closed' as const, isTest: true }]) {
    expect(await signalCentre(open, { ...(claimed as Claimed), companyId, ...given }, 'https://x')).toEqual(unneeded)
  }
  expect(heard()).toEqual([])
})

test('a test is signalled to the centre as a test', async () => {
  const { member } = await openStreet()
  const { alarmId } = await press(house, member, { test: 'on' })
  await workOff(open)
  expect(heard()).toEqual(['Nri0/RP000'])
  expect(await centreRows(alarmId)).toEqual(['centre call 1 delivered'])
})

test('a centre that answers DUH has failed, and the message falls back to mail at once', async () => {
  const { member, ownerId } = await openStreet()
  await house.db
    .updateTable('profiles')
    .set({ phone: newPhone(), phone_verified_at: house.clock.now(), email_verified: true })
    .where('id', '=', ownerId)
    .execute()
  receiver.mood = 'duh'
  const { alarmId } = await press(house, member)
  await workOff(open)
  expect(await deliveriesOf(house.db, alarmId)).toEqual(
    expect.arrayContaining(['centre call 1 failed', expect.stringMatching(/^mail call 1 /)]),
  )
  const failed = house.db.selectFrom('alarm_deliveries').select('reason').where('alarm_id', '=', alarmId)
  expect(await failed.where('state', '=', 'failed').execute()).toEqual([
    { reason: expect.stringMatching(/^larmcentral: (?!undefined)/) },
  ])
})

test('a centre that hangs delays no SMS, and the retry has the same sequence number', async () => {
  const { member, phone } = await openStreet()
  receiver.mood = 'silent'
  const { alarmId } = await press(house, member)
  await workOff(open)
  expect(textsTo(house, phone)).toHaveLength(1)
  expect(await centreRows(alarmId)).toEqual(['centre call 1 queued'])
  receiver.mood = 'well'
  house.clock.forward({ minutes: 0.1 })
  await workOff(open)
  expect(await centreRows(alarmId)).toEqual(['centre call 1 delivered'])
  expect(new Set(receiver.heard.map(({ number }) => number)).size).toBe(1)
})

test('without a configured way to centres a signal counts as sent, not delivered, and no position is recorded', async () => {
  const { member } = await openStreet()
  const { alarmId } = await press(house, member, position)
  await workOff(house)
  expect(await centreRows(alarmId)).toEqual(['centre call 1 sent'])
  expect(await historyOf(house.db, alarmId)).not.toContain('position_to_centre')
})

test('a centre that has missed its poll is an incident until it answers', async () => {
  const { companyId } = await openStreet()
  const set = (answered: Date) =>
    house.db
      .updateTable('alarm_centres')
      .set({ polled_at: house.clock.now(), answered_at: answered, changed_at: new Date(0) })
      .where('company_id', '=', companyId)
      .execute()
  const found = async () =>
    (await auditOnce(house)).filter(({ kind, subject }) => kind === 'centre silent' && subject === companyId).length
  await set(house.clock.now())
  expect(await found()).toBe(0)
  await set(new Date(house.clock.now().getTime() - 300_000))
  expect(await found()).toBe(1)
  await set(house.clock.now())
  expect(await found()).toBe(0)
})
