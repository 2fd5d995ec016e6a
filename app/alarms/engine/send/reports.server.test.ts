import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import {
  addPartner,
  deliveriesOf,
  type Neighbourhood,
  nameOne,
  openNeighbourhood,
  press,
  workOff,
} from '../../../../test/support/alarms'
import { employGuard, newPhone } from '../../../../test/support/guards'
import { useHouse } from '../../../../test/support/house'
import { valueFrom } from '../../../../test/support/outcome'
import { heardDuring, whatCameOf } from '../../../../test/support/told/what-came-of'
import { takeAlarm } from '../../answer/take-alarm.server'
import { saySafe } from '../../raise/say-safe.server'
import { insertWords } from '../../watch/incident-store.server'
import { recordDeliveryReport } from './record-delivery-report.server'

/**
 * Effects of a provider's report: what pages are told, whether the engine wakes, which recipients are told belatedly.
 */

const house = useHouse()
let street: Neighbourhood
let alarmId: string
const go = (seconds: number) => house.clock.forward({ minutes: seconds / 60 })

beforeEach(async () => {
  go(0)
  street = await openNeighbourhood(house)
  await employGuard(house, street.companyId, { phone: newPhone(), name: 'Kia Kollega' })
  await addPartner(house, street.postcode)
  await nameOne(house, street.member)
  alarmId = (await press(house, street.member)).alarmId
  await workOff(house)
  house.woken.length = 0
  go(5)
})

async function callTo(name: string) {
  return house.db
    .selectFrom('alarm_deliveries as delivery')
    .innerJoin('alarm_recipients as recipient', 'recipient.id', 'recipient_id')
    .select(['delivery.id', 'provider_id'])
    .where('delivery.alarm_id', '=', alarmId)
    .where('delivery.kind', '=', 'call')
    .where('recipient.name', '=', name)
    .executeTakeFirstOrThrow()
}
/** The return value, the notifications to pages, and who was woken. */
async function report(name: string, state: 'delivered' | 'failed') {
  const { id, provider_id } = await callTo(name)
  let answer = false
  house.woken.length = 0
  const heard = await heardDuring(house, async () => {
    answer = await recordDeliveryReport(house, { providerId: provider_id ?? '', reference: id, attempt: 1, state })
  })
  const ours = heard.filter(({ alarm }) => alarm === alarmId).map(({ what }) => what ?? 'changed')
  return [answer, ours, [...house.woken]]
}

test('a delivery report notifies pages once; a failure also wakes the engine, and an auditor’s message counts as heard', async () => {
  expect(await report('Ali Rahimi', 'delivered')).toEqual([true, ['sent'], []])
  expect(await report('Ali Rahimi', 'delivered')).toEqual([true, [], []])
  expect(await report('Ali Rahimi', 'failed')).toEqual([true, [], []])
  expect(await report('Kia Kollega', 'failed')).toEqual([true, ['sent'], ['alarms']])
  const calls = (await deliveriesOf(house.db, alarmId)).toSorted()
  expect(calls).toEqual(['sms call 1 delivered', 'sms call 1 failed', 'sms call 1 sent', 'sms call 1 sent'])
  const unknown = { providerId: 'unknown', reference: randomUUID(), attempt: 1, state: 'delivered' as const }
  expect(await recordDeliveryReport(house, unknown)).toBe(false)
  const word = { id: randomUUID(), channel: 'sms' as const }
  await insertWords(house.db, [word], house.clock.now())
  const heard = async () => {
    const row = house.db.selectFrom('auditor_words').select('heard_at').where('id', '=', word.id)
    return (await row.executeTakeFirstOrThrow()).heard_at
  }
  // A message from the auditor to an operator counts as heard when it was delivered, not when it failed.
  for (const [state, at] of [
    ['failed', null],
    ['delivered', house.clock.now()],
  ] as const) {
    expect(await recordDeliveryReport(house, { ...unknown, reference: word.id, state })).toBe(true)
    expect(await heard()).toEqual(at)
  }
})

test('a late delivery of a failed call changes nothing more while nobody has the alarm', async () => {
  await report('Kia Kollega', 'failed')
  go(5)
  expect(await report('Kia Kollega', 'delivered')).toEqual([true, ['sent'], ['alarms']])
  expect(await whatCameOf(house, alarmId)).toEqual({ history: [], messages: [], steps: {} })
})

test('a recipient reached after all is told that the alarm is taken, and nobody else is told again', async () => {
  await report('Kia Kollega', 'failed')
  await report('Bo Ek', 'failed')
  valueFrom(await takeAlarm(house, street.guard, alarmId))
  await workOff(house)
  go(5)
  expect(await report('Kia Kollega', 'delivered')).toEqual([true, ['sent'], ['alarms']])
  const { messages } = await whatCameOf(house, alarmId)
  expect(messages.filter((line) => !line.includes('circle'))).toEqual(['Kia Kollega partner sms taken 2'])
})

test('a recipient reached after all is told that the alarm is over', async () => {
  await report('Kia Kollega', 'failed')
  await report('Dottern', 'failed')
  valueFrom(await saySafe(house, street.member.signedIn, alarmId))
  await workOff(house)
  go(5)
  await report('Kia Kollega', 'delivered')
  expect((await whatCameOf(house, alarmId)).messages).toEqual(['Kia Kollega partner sms closed 2'])
  go(5)
  await report('Dottern', 'delivered')
  expect((await whatCameOf(house, alarmId)).messages).toEqual(['Dottern circle sms closed 2'])
})
