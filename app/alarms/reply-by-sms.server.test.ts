import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { receiveSms } from '~/notifications/public.server'
import { addPartner, alarmRow, historyOf, openNeighbourhood, press, textsTo, workOff } from '../../test/support/alarms'
import { useHouse } from '../../test/support/house'
import { joinAsMember } from '../../test/support/people'
import { answerAlarmSms } from './answer-sms.server'
import { replyBySms } from './reply-by-sms.server'

const house = useHouse()
const reply = async (fromPhone: string, text: string) =>
  (await replyBySms(house, { fromPhone, text, providerId: 'in-1' })).answer

test('JA takes it, and the taker is sent who needs help and what happened', async () => {
  const { member, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member, { message: 'Någon är i trapphuset' })
  await workOff(house)
  expect(await reply(phone, ' Ja! ')).toBeNull()
  expect(await reply(phone, 'ja')).toBeNull()
  await workOff(house)
  const row = await alarmRow(house.db, alarmId)
  expect([row.status, row.taker_company_name]).toEqual(['acknowledged', 'Vakt AB'])
  const details = textsTo(house, phone).filter((text) => text.includes('Du har larmet'))
  expect(details).toHaveLength(1)
  expect(details[0]).toMatch(/Eva Lind, 070-123 45 67: Någon är i trapphuset\. Svara FRAMME .* KLAR/)
})

test('JA to one that somebody else has is told who has it', async () => {
  const { member, postcode, phone } = await openNeighbourhood(house)
  const other = await addPartner(house, postcode)
  await press(house, member)
  await workOff(house)
  await reply(other.phone, 'JA')
  expect(await reply(phone, 'JA')).toBe('Nattvakt AB (Bo) har larmet. Du behöver inte åka.')
})

test('FRAMME and KLAR follow the one that this phone has; JA and NEJ the newest it was sent', async () => {
  const { member, postcode, phone } = await openNeighbourhood(house)
  const first = await press(house, member)
  await workOff(house)
  await reply(phone, 'JA')
  const second = await press(house, await joinAsMember(house, { postcode }))
  await workOff(house)
  expect(await reply(phone, 'FRAMME')).toMatch(/på plats/)
  expect((await alarmRow(house.db, first.alarmId)).status).toBe('on_site')
  expect(await reply(phone, 'KLAR')).toMatch(/avslutat/)
  expect((await alarmRow(house.db, first.alarmId)).status).toBe('resolved')
  expect((await alarmRow(house.db, second.alarmId)).status).toBe('new')
  await reply(phone, 'JA')
  expect((await alarmRow(house.db, second.alarmId)).status).toBe('acknowledged')
})

test('FRAMME by somebody who forgot to take it takes it', async () => {
  const { member, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  await workOff(house)
  await reply(phone, 'Framme nu')
  expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called', 'taken', 'arrived'])
})

test('NEJ is written down once; from whoever has it, it hands it back', async () => {
  const { member, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  await workOff(house)
  await reply(phone, 'Nej tyvärr')
  await reply(phone, 'NEJ')
  expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called', 'declined'])
  await reply(phone, 'JA')
  expect(await reply(phone, 'NEJ')).toMatch(/ute hos alla igen/)
  expect((await alarmRow(house.db, alarmId)).status).toBe('new')
})

test('an SMS that is no answer is told what to answer; one about no alarm is not ours', async () => {
  const { member, phone } = await openNeighbourhood(house)
  expect(await reply(phone, 'JA')).toBeNull()
  await press(house, member)
  // Not sent to it yet.
  expect(await reply(phone, 'JA')).toBeNull()
  await workOff(house)
  expect(await reply(phone, 'Vad menar ni?')).toMatch(/Svara JA/)
  expect(await reply(phone, 'KLAR')).toMatch(/inget larm som pågår/)
  expect(await reply('+46701749999', 'JA')).toBeNull()
})

test('an SMS that is said again after we died half-way takes no more than one alarm', async () => {
  const { member, postcode, phone } = await openNeighbourhood(house)
  const first = await press(house, member)
  await workOff(house)
  const received = { fromPhone: phone, text: 'JA', providerId: randomUUID() }
  const dying = receiveSms(house, received, async (given, sms) => {
    await answerAlarmSms(given, sms)
    throw new Error('killed')
  })
  await expect(dying).rejects.toThrow('killed')
  expect((await alarmRow(house.db, first.alarmId)).status).toBe('new')

  await receiveSms(house, received, answerAlarmSms)
  const second = await press(house, await joinAsMember(house, { postcode }))
  await workOff(house)
  await receiveSms(house, received, answerAlarmSms)
  expect((await alarmRow(house.db, first.alarmId)).status).toBe('acknowledged')
  expect((await alarmRow(house.db, second.alarmId)).status).toBe('new')
  expect(textsTo(house, phone).filter((text) => text.includes('Du har larmet'))).toHaveLength(1)
})
