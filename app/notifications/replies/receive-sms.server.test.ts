import { expect, test } from 'vitest'
import { holdWakes, useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsMember } from '../../../test/support/people'
import { saveConsents, saveNotices } from '../choices/save-notices.server'
import { sweepMessages } from '../sending/sweep-messages.server'
import { insertReply, readRepliesFrom } from './inbound-store.server'
import { receiveSms } from './receive-sms.server'

const house = useHouse()
holdWakes(house)

test('stores a reply once, notifies administrators and deletes it after ninety days', async () => {
  const fromPhone = '+46701740671'
  const kept = async () => (await readRepliesFrom(house.db, fromPhone)).map(({ text }) => text)
  for (const _ of [1, 2]) await receiveSms(house, { providerId: 'r-1', fromPhone, text: 'Tack så mycket' })
  expect(await kept()).toEqual(['Tack så mycket'])
  expect(house.told).toEqual([{ to: ['admin'], about: 'messages' }])
  house.clock.forward({ hours: 2159 })
  await sweepMessages(house)
  expect(await kept()).toEqual(['Tack så mycket'])
  house.clock.forward({ hours: 2 })
  await sweepMessages(house)
  expect(await kept()).toEqual([])
})

test('cuts a long reply at 2000 characters', async () => {
  const [fromPhone, text] = ['+46701740672', `Hej${'j'.repeat(5_000)}`]
  await receiveSms(house, { providerId: 'r-2', fromPhone, text })
  expect(await readRepliesFrom(house.db, fromPhone)).toMatchObject([{ text: text.slice(0, 2_000) }])
})

test('handles STOP once per provider id, and confirms it only to a person who had something to stop', async () => {
  const siv = await joinAsMember(house, { phone: '070-174 06 73' })
  const fromPhone = siv.signedIn.person.phone ?? ''
  // Only quiet hours and push are set: there is a settings row without SMS topics to clear.
  valueFrom(await saveNotices(house, siv.signedIn, { quietFrom: '21', quietUntil: '7', 'push-bookings': 'on' }))
  await house.deliver()
  house.told.length = house.woken.length = 0
  const confirmed = async (providerId: string, phone = fromPhone) => {
    await receiveSms(house, { providerId, fromPhone: phone, text: 'STOPP' })
    await house.deliver()
    return house.texted.sent.splice(0).map(({ recipient }) => recipient)
  }
  expect(await confirmed('s-1')).toEqual([])
  expect(await confirmed('s-2', '+46701740674')).toEqual([])
  const shown = { to: ['admin'], about: 'messages' }
  expect(house.told.splice(0)).toEqual([shown, shown])
  valueFrom(await saveConsents(house, siv.signedIn, { offers_sms: 'on' }))
  expect(await confirmed('s-3')).toEqual([fromPhone])
  expect(house.told.splice(0)).toEqual([shown])
  // A repeated webhook with the same provider id.
  expect(await confirmed('s-3')).toEqual([])
  expect(house.told).toEqual([])
  valueFrom(await saveNotices(house, siv.signedIn, { quietFrom: '21', quietUntil: '7', 'sms-bookings': 'on' }))
  expect(await confirmed('s-4')).toEqual([fromPhone])
})

test('confirms STOP to a person without an account who leaves a circle by it', async () => {
  const above = { ...house.above, leaveCircles: async () => true }
  await receiveSms({ ...house, above }, { providerId: 's-5', fromPhone: '+46701740675', text: 'Stopp' })
  await house.deliver()
  expect(house.texted.sent.map(({ recipient }) => recipient)).toEqual(['+46701740675'])
})

test('cuts a sender that is no phone number at 40 characters', async () => {
  const reply = { providerId: 'r-3', text: 'Hej', takenAs: 'other', receivedAt: house.clock.now() } as const
  expect(await insertReply(house.db, { ...reply, sender: 'K'.repeat(60) })).toBe(true)
  expect(await readRepliesFrom(house.db, 'K'.repeat(40))).toMatchObject([{ text: 'Hej' }])
})
