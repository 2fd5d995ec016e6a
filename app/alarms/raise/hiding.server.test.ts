import { expect, test } from 'vitest'
import { upsertSubscription } from '~/notifications/choices/push-store.server'
import { sendSms } from '~/outbox/public.server'
import { notThere } from '~/shared/outcome'
import { alarmRow, historyOf, openNeighbourhood, press, textsTo, wordTo, workOff } from '../../../test/support/alarms'
import { newPhone } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { found, valueFrom } from '../../../test/support/outcome'
import { joinAsMember } from '../../../test/support/people'
import { replyBySms } from '../answer/reply-by-sms.server'
import { takeAlarm } from '../answer/take-alarm.server'
import { readPartnerPage } from '../partner/read-board.server'
import { letRing } from './let-ring.server'

const house = useHouse()

async function hide(values: Record<string, string> = { hides: 'on' }) {
  const { postcode, ...street } = await openNeighbourhood(house)
  const member = await joinAsMember(house, { postcode, phone: newPhone() })
  const { alarmId } = await press(house, member, values)
  const { id, phone } = member.signedIn.person
  const texts = () => textsTo(house, phone ?? '')
  const pushes = () =>
    house.pushed.sent.filter(({ to }) => to.endpoint.endsWith(id)).map(({ payload }) => JSON.stringify(payload))
  const heard = () => [...texts(), ...pushes()]
  const browser = { endpoint: `https://push.test/${id}`, p256dh: 'x', auth: 'y', device: 'Prov' }
  await upsertSubscription(house.db, { kind: 'person', id }, browser, house.clock.now())
  return { ...street, member, alarmId, texts, pushes, heard }
}

const pageOf = async ({ guard, alarmId }: Awaited<ReturnType<typeof hide>>) =>
  found(await readPartnerPage(house, guard, alarmId)).alarm

test('a member who does not hide is told by SMS that nobody has answered and by push that somebody has it, and the call does not say ‘RING INTE’', async () => {
  const street = await hide({})
  await workOff(house)
  house.clock.forward({ minutes: 6 })
  await workOff(house)
  expect(street.texts().join('\n')).toMatch(/Ring 112/)
  valueFrom(await takeAlarm(house, street.guard, street.alarmId))
  await workOff(house)
  expect(street.pushes().join('\n')).toMatch(/Ditt larm är mottaget/)
  expect(textsTo(house, street.phone)[0]).not.toContain('RING INTE')
})

test('a member who hides is sent nothing by any channel', async () => {
  const street = await hide()
  await workOff(house)
  house.clock.forward({ minutes: 6 })
  await workOff(house)
  valueFrom(await takeAlarm(house, street.guard, street.alarmId))
  await workOff(house)
  expect(street.heard()).toEqual([])
  const own = await house.db
    .selectFrom('alarm_deliveries')
    .innerJoin('alarm_recipients', 'alarm_recipients.id', 'recipient_id')
    .select(['alarm_deliveries.kind', 'state'])
    .where('alarm_deliveries.alarm_id', '=', street.alarmId)
    .where('role', '=', 'member')
    .execute()
  expect(own.length).toBeGreaterThan(0)
  expect(own.filter(({ state }) => state !== 'withdrawn')).toEqual([])
})

test('whoever comes to a member who hides reads ‘RING INTE’ in SMS and page, and sees no number', async () => {
  const street = await hide()
  await workOff(house)
  expect(textsTo(house, street.phone)[0]).toContain('RING INTE: gömmer sig.')
  const word = wordTo(house, street.phone)
  await replyBySms(house, { fromPhone: street.phone, text: `JA ${word}`, providerId: 'x' })
  await workOff(house)
  const details = textsTo(house, street.phone).at(-1)
  expect(details).toMatch(/Eva Lind: .*RING INTE/)
  expect(await pageOf(street)).toMatchObject({ isMine: true, isHiding: true, reporterPhone: null })
  expect(await historyOf(house.db, street.alarmId)).toContain('hides')
})

test('hiding said by a later press is told to the taker; only the member can end it, and the number is shown again', async () => {
  const street = await hide({})
  await workOff(house)
  valueFrom(await takeAlarm(house, street.guard, street.alarmId))
  await workOff(house)
  expect((await pageOf(street)).reporterPhone).not.toBeNull()
  await press(house, street.member, { hides: 'on' })
  await workOff(house)
  expect(textsTo(house, street.phone).at(-1)).toMatch(/larmat igen\. RING INTE/)
  expect(await pageOf(street)).toMatchObject({ isHiding: true, reporterPhone: null })

  // Another press without the tick does not end hiding; only `letRing` by the member does.
  await press(house, street.member, { message: 'Han är kvar' })
  expect((await alarmRow(house.db, street.alarmId)).is_hiding).toBe(true)
  expect(await letRing(house, (await joinAsMember(house)).signedIn, street.alarmId)).toEqual(notThere)
  valueFrom(await letRing(house, street.member.signedIn, street.alarmId))
  expect(await pageOf(street)).toMatchObject({ isHiding: false, reporterPhone: street.member.signedIn.person.phone })
  expect(await historyOf(house.db, street.alarmId)).toEqual(expect.arrayContaining(['hides', 'may_ring']))
})

test('other SMS to a member who hides wait until they may be rung', async () => {
  const street = await hide()
  const { id, phone } = street.member.signedIn.person
  const sms = { recipient: phone ?? '', subject: 'Bokning', text: 'Din bokning är bekräftad.', personId: id }
  await sendSms(house.db, { kind: 'booking confirmed', ...sms })
  await house.deliver()
  expect(street.heard()).toEqual([])
  valueFrom(await letRing(house, street.member.signedIn, street.alarmId))
  house.clock.forward({ minutes: 2 })
  await house.deliver()
  expect(street.heard()).toEqual(['Din bokning är bekräftad.'])
})
