import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { receiveSms } from '~/notifications/public.server'
import { alarmRow, openNeighbourhood, press, wordTo, workOff } from '../support/alarms'
import { useHouse } from '../support/house'

const house = useHouse()

test('sixty SMS from a spoofed guard’s number get ten answers, and the alarm’s word still takes the alarm', async () => {
  const { member, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  await workOff(house)
  const send = (text: string) => receiveSms(house, { providerId: randomUUID(), fromPhone: phone, text })
  const answers = async () =>
    (
      await house.db
        .selectFrom('outbox_messages')
        .select('id')
        .where('kind', '=', 'alarm reply')
        .where('recipient', '=', phone)
        .execute()
    ).length
  for (let sent = 0; sent < 60; sent++) await send(['JA', 'hej', 'KLAR'][sent % 3] ?? '')
  expect(await answers()).toBe(10)
  const word = wordTo(house, phone)
  await send(`JA ${word}`)
  expect((await alarmRow(house.db, alarmId)).status).toBe('acknowledged')
  await send(`JA ${word}`)
  expect(await answers()).toBe(11)
})
