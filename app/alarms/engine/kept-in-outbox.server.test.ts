import { expect, test } from 'vitest'
import { nameOne, openNeighbourhood, press, textsTo, wordTo, workOff } from '../../../test/support/alarms'
import { useHouse } from '../../../test/support/house'
import { smsTo } from '../../../test/support/letters'
import { valueFrom } from '../../../test/support/outcome'
import { replyBySms } from '../answer/reply-by-sms.server'
import { takeAlarm } from '../answer/take-alarm.server'

const house = useHouse()

test('without an SMS provider an alarm’s SMS is kept in the outbox as sent, and its link can be opened there only', async () => {
  const { member, phone } = await openNeighbourhood(house)
  await press(house, member)
  await workOff(house)
  expect(await smsTo(house, phone)).toMatchObject([{ kind: 'alarm link', text: textsTo(house, phone)[0] }])
  const rows = await house.db.selectFrom('outbox_messages').select(['state', 'body_text']).execute()
  expect(rows).toMatchObject([{ state: 'sent' }])
  // The secret link must not be readable in a list, a search or a copy of the outbox table.
  expect(rows[0]?.body_text).not.toContain('/larm/')
})

test('the outbox does not contain who needs help', async () => {
  const { member, phone } = await openNeighbourhood(house)
  await press(house, member, { message: 'Någon är i trapphuset' })
  await workOff(house)
  await replyBySms(house, { fromPhone: phone, text: `JA ${wordTo(house, phone)}`, providerId: 'in-1' })
  await workOff(house)
  expect(textsTo(house, phone)[1]).toMatch(/Eva Lind/)
  const [details] = await smsTo(house, phone)
  expect(details?.text).toMatch(/^Du har larmet i /)
  expect(details?.text).not.toMatch(/Eva|070|trapphuset/)
})

test('the outbox does not contain the member’s name in messages to the circle', async () => {
  const { member } = await openNeighbourhood(house)
  const [daughter, mother] = [await nameOne(house, member), await nameOne(house, member, { name: 'Mor' })]
  const email = 'mor@example.se'
  await house.db.updateTable('circle_people').set({ phone: null, email }).where('phone', '=', mother.phone).execute()
  await press(house, member)
  await workOff(house)
  const kept = await house.db
    .selectFrom('outbox_messages')
    .select(['channel', 'subject', 'body_text', 'body_html'])
    .where('recipient', 'in', [daughter.phone, email])
    .where('kind', '=', 'alarm link')
    .orderBy('channel')
    .execute()
  expect(kept.map(({ channel }) => channel)).toEqual(['mail', 'sms'])
  expect(JSON.stringify(kept)).toContain('Någon som du följer har larmat')
  expect(JSON.stringify(kept)).not.toContain('Eva')
})

test('a message sent by a real provider is not kept in the outbox', async () => {
  const { member, guard } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  const real = { ...house, sms: { ...house.sms, leavesTheHouse: true } }
  await workOff(real)
  valueFrom(await takeAlarm(house, guard, alarmId))
  await workOff(real)
  expect(await house.db.selectFrom('outbox_messages').select('id').execute()).toEqual([])
})
