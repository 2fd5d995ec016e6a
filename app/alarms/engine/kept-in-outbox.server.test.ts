import { expect, test } from 'vitest'
import { nameOne, openNeighbourhood, press, textsTo, wordTo, workOff } from '../../../test/support/alarms'
import { useHouse } from '../../../test/support/house'
import { smsTo } from '../../../test/support/letters'
import { valueFrom } from '../../../test/support/outcome'
import { replyBySms } from '../answer/reply-by-sms.server'
import { takeAlarm } from '../answer/take-alarm.server'

const house = useHouse()

test('without a provider an alarm’s SMS stand in the outbox, sent, and their links can be opened there', async () => {
  const { member, phone } = await openNeighbourhood(house)
  await press(house, member)
  await workOff(house)
  expect(await smsTo(house, phone)).toMatchObject([{ kind: 'alarm link', text: textsTo(house, phone)[0] }])
  const rows = await house.db.selectFrom('outbox_messages').select(['state', 'body_text']).execute()
  expect(rows).toMatchObject([{ state: 'sent' }])
  // The secret link must not be readable in a list, a search or a copy of the outbox table.
  expect(rows[0]?.body_text).not.toContain('/larm/')
})

test('who needs help is not written there', async () => {
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

test('nor in what those read whom the member named', async () => {
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

test('what leaves the house is not kept twice', async () => {
  const { member, guard } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  const real = { ...house, sms: { ...house.sms, leavesTheHouse: true } }
  await workOff(real)
  valueFrom(await takeAlarm(house, guard, alarmId))
  await workOff(real)
  expect(await house.db.selectFrom('outbox_messages').select('id').execute()).toEqual([])
})
