import { expect, test } from 'vitest'
import type { SmsDelivery } from '~/platform/sms/sms.server'
import { addPartner, claimOf, openNeighbourhood, press, textsTo, workOff } from '../../../../test/support/alarms'
import { useHouse } from '../../../../test/support/house'
import { valueFrom } from '../../../../test/support/outcome'
import { closeAlarm } from '../../answer/close-alarm.server'
import { takeAlarm } from '../../answer/take-alarm.server'
import { saySafe } from '../../raise/say-safe.server'
import { settleDeliveries } from '../delivery-store.server'
import { sendDelivery } from '../send/send-delivery.server'

/** That it is over is for whoever may have heard that it had begun. */
const house = useHouse()

const over = /är över/
const refused: SmsDelivery = { kind: 'temporary', reason: '46elks 429' }
const silent: SmsDelivery = { kind: 'unanswered', reason: 'no answer in time' }

async function called(...answers: SmsDelivery[]) {
  const { member, phone } = await openNeighbourhood(house)
  house.texted.answers.push(...answers)
  const { alarmId } = await press(house, member)
  return { member, phone, alarmId }
}

async function endsFor({ member, phone, alarmId }: Awaited<ReturnType<typeof called>>) {
  house.texted.answers.length = 0
  valueFrom(await saySafe(house, member.signedIn, alarmId))
  await workOff(house)
  house.clock.forward({ minutes: 5 })
  await workOff(house)
  return textsTo(house, phone).filter((text) => over.test(text)).length
}

test.each<[string, SmsDelivery, number]>([
  ['was refused and waits for its next try', refused, 0],
  ['was refused for good', { kind: 'permanent', reason: '46elks 400' }, 0],
  ['was never answered for', silent, 1],
])('a phone whose call %s is told that it is over this many times', async (_, answer, times) => {
  const it = await called(answer)
  await workOff(house)
  expect(await endsFor(it)).toBe(times)
})

test('what was held by a sender that died may have left, whatever its next try was answered', async () => {
  const it = await called()
  expect(await claimOf(house, it.alarmId)).toHaveLength(1)
  house.clock.forward({ minutes: 1 })
  const [again] = await claimOf(house, it.alarmId)
  if (!again) throw new Error('nothing to claim')
  house.texted.answers.push(refused)
  await settleDeliveries(house.db, [await sendDelivery(house, again)], house.clock.now())
  expect(await endsFor(it)).toBe(1)
})

test.each([
  ['the call had not begun to leave', false, 0],
  ['the call had been sent', true, 1],
])(
  'taken and ended before it could be said that it was taken: where %s the others are told so',
  async (_, left, times) => {
    const { member, guard, postcode } = await openNeighbourhood(house)
    const other = await addPartner(house, postcode)
    const { alarmId } = await press(house, member)
    if (left) await workOff(house)
    valueFrom(await takeAlarm(house, guard, alarmId))
    valueFrom(await closeAlarm(house, guard, alarmId, { outcome: 'resolved' }))
    await workOff(house)
    expect(textsTo(house, other.phone).filter((text) => over.test(text))).toHaveLength(times)
  },
)
