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

test('little left is told to administrators at once, then daily, until somebody has paid', async () => {
  left = 299_99
  expect(await told()).toEqual(['Bara 299 kr kvar att skicka SMS för'])
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

test('as much as the limit is enough, and what nobody has asked for is not known', async () => {
  expect(await readSmsStanding(watching())).toBe('unknown')
  left = 300_00
  expect(await told()).toEqual([])
  expect(await readSmsStanding(watching())).toBe('ok')
  // Without a provider there is no balance.
  expect(await readSmsStanding(house)).toBe('ok')
})

test('several processes that look at once tell it once', async () => {
  left = 100_00
  await Promise.all([1, 2, 3].map(() => watchBalance(watching())))
  expect((await house.deliver()).filter(({ recipient }) => recipient === admin.email)).toHaveLength(1)
})

test('a provider that does not say is no reason to worry anybody, but it is seen', async () => {
  left = null
  expect(await told()).toEqual([])
  expect(await readSmsStanding(watching())).toBe('unknown')
})

test('a day after it was told it is told again, to the moment', async () => {
  left = 100_00
  vi.useFakeTimers({ toFake: ['Date'], now: house.clock.now() })
  expect(await told()).toHaveLength(1)
  vi.setSystemTime(Date.now() + 24 * 3_600_000 - 1)
  expect(await told()).toEqual([])
  vi.setSystemTime(Date.now() + 1)
  expect(await told()).toHaveLength(1)
})

test('what is left is what the provider said last, and nothing where SMS stay in the house', async () => {
  expect(await readSmsBalance(watching())).toBeNull()
  left = 412_50
  await watchBalance(watching())
  expect([await readSmsBalance(watching()), await readSmsBalance(house)]).toEqual([412_50, null])
})
