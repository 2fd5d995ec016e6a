import { expect, test } from 'vitest'
import { useHouse } from '../../test/support/house'
import { joinAsAdmin, joinAsMember } from '../../test/support/people'
import { tellOfManyCodes } from './tell-of-many-codes.server'

const house = useHouse()

test('tells administrators, and nobody else, once an hour that the limit of SMS codes is reached', async () => {
  const admins = [await joinAsAdmin(house), await joinAsAdmin(house)]
  await joinAsMember(house)
  await house.deliver()
  const few = { ...house, config: { ...house.config, smsCodesPerHour: 7 } }
  for (const _ of [1, 2]) await tellOfManyCodes(few)
  const told = await house.deliver()
  expect(told.map(({ recipient }) => recipient).sort()).toEqual(admins.map(({ email }) => email).sort())
  expect(told[0]?.subject).toBe('Fler än 7 koder per SMS på en timme')
  expect(told[0]?.text).toContain('http://kvartera.test/dashboard/admin/outbox?kanal=sms')
  house.clock.forward({ minutes: 61 })
  await tellOfManyCodes(few)
  expect(await house.deliver()).toHaveLength(2)
})
