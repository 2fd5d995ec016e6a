import { beforeEach, expect, test, vi } from 'vitest'
import { holdWakes, useHouse } from '../../../test/support/house'
import { joinAsAdmin, type Resident } from '../../../test/support/people'
import { readSmsBalance, readSmsStanding, watchBalance } from './watch-balance.server'

const house = useHouse()
holdWakes(house)
let left: number | null = 0
const watching = () => ({
  ...house,
  config: {
    ...house.config,
    sms: { adapter: '46elks' as const, url: '', username: '', password: '', sender: '' },
  },
  sms: { ...house.sms, balance: async () => (left === null ? null : { ore: left }) },
})
let admin: Resident
beforeEach(async () => {
  await house.db.deleteFrom('sms_balance').execute()
  admin ??= await joinAsAdmin(house)
  await house.deliver()
})

async function told() {
  await watchBalance(watching())
  const mails = await house.deliver()
  return mails.filter(({ recipient }) => recipient === admin.email).map(({ subject }) => subject)
}

test('tells administrators of a low SMS balance at once and then daily, until it is topped up', async () => {
  left = 299_99
  expect(await told()).toEqual(['Bara 299\u00a0kr kvar att skicka SMS för'])
  expect(await readSmsStanding(watching())).toBe('low')
  house.clock.forward({ hours: 1 })
  expect(await told()).toEqual([])
  house.clock.forward({ hours: 24 })
  expect(await told()).toHaveLength(1)
  left = 500_00
  expect(await told()).toEqual([])
  expect(await readSmsStanding(watching())).toBe('ok')
  left = 10_00
  expect(await told()).toHaveLength(1)
})

test('a balance equal to the limit is ok, and one that was never read is unknown', async () => {
  expect(await readSmsStanding(watching())).toBe('unknown')
  left = 300_00
  expect(await told()).toEqual([])
  expect(await readSmsStanding(watching())).toBe('ok')
  // Without a provider there is no balance.
  expect(await readSmsStanding(house)).toBe('ok')
})

test('concurrent checks tell administrators once', async () => {
  left = 100_00
  await Promise.all([1, 2, 3].map(() => watchBalance(watching())))
  expect((await house.deliver()).filter(({ recipient }) => recipient === admin.email)).toHaveLength(1)
})

test('a balance that the provider does not report is unknown, and administrators are not told', async () => {
  left = null
  expect(await told()).toEqual([])
  expect(await readSmsStanding(watching())).toBe('unknown')
})

test('tells administrators again exactly a day after the last time', async () => {
  left = 100_00
  vi.useFakeTimers({ toFake: ['Date'], now: house.clock.now() })
  expect(await told()).toHaveLength(1)
  vi.setSystemTime(Date.now() + 24 * 3_600_000 - 1)
  expect(await told()).toEqual([])
  vi.setSystemTime(Date.now() + 1)
  expect(await told()).toHaveLength(1)
})

test('the balance is the last one the provider reported, and null without a provider', async () => {
  expect(await readSmsBalance(watching())).toBeNull()
  left = 412_50
  await watchBalance(watching())
  expect([await readSmsBalance(watching()), await readSmsBalance(house)]).toEqual([412_50, null])
})
