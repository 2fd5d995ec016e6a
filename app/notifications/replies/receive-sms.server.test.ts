import { expect, test } from 'vitest'
import { holdWakes, useHouse } from '../../../test/support/house'
import { sweepMessages } from '../sending/sweep-messages.server'
import { readRepliesFrom } from './inbound-store.server'
import { receiveSms } from './receive-sms.server'

const house = useHouse()
holdWakes(house)

test('a reply is kept once and as it was written, shown at once to administrators, and gone after ninety days', async () => {
  const fromPhone = '+46701740671'
  const kept = async () => (await readRepliesFrom(house.db, fromPhone)).map(({ text }) => text)
  for (const _ of [1, 2]) await receiveSms(house, { providerId: 'r-1', fromPhone, text: 'Tack så mycket' })
  expect(await kept()).toEqual(['Tack så mycket'])
  expect(house.told).toEqual([{ to: ['admin'], about: 'messages' }])
  house.clock.forward({ days: 89, hours: 23 })
  await sweepMessages(house)
  expect(await kept()).toEqual(['Tack så mycket'])
  house.clock.forward({ hours: 2 })
  await sweepMessages(house)
  expect(await kept()).toEqual([])
})

test('of a reply that never ends the beginning is kept', async () => {
  const [fromPhone, text] = ['+46701740672', `Hej${'j'.repeat(5_000)}`]
  await receiveSms(house, { providerId: 'r-2', fromPhone, text })
  expect(await readRepliesFrom(house.db, fromPhone)).toMatchObject([{ text: text.slice(0, 2_000) }])
})
