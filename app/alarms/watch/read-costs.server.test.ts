import { afterEach, expect, test, vi } from 'vitest'
import { dayOf, daysAfter } from '~/shared/time'
import { openNeighbourhood, press, workOff } from '../../../test/support/alarms'
import { useHouse } from '../../../test/support/house'
import { joinAsAdmin } from '../../../test/support/people'
import { readAdminFigures } from '../operator/read-admin.server'
import { readFigureDays } from './figure-days'

const house = useHouse()
afterEach(() => vi.useRealTimers())

test('costs are the provider’s or an estimate, with tests apart', async () => {
  const admin = await joinAsAdmin(house)
  const [said, reckoned] = [await openNeighbourhood(house), await openNeighbourhood(house)]
  house.texted.answers.push({ kind: 'delivered', providerId: 's1', parts: 2, cost: 10_400 })
  await press(house, said.member)
  await workOff(house)
  await press(house, reckoned.member)
  await press(house, reckoned.member, { test: 'on' })
  await workOff(house)
  const { costs } = await readAdminFigures(house, admin.signedIn, 30)
  expect(costs).toEqual({ alarms: 2, sms: 2, calls: 0, ore: 164, testSms: 1, testOre: 60, mostOre: 104 })
})

test('the days are those of the calendar: the first of them counts from its midnight', async () => {
  const admin = await joinAsAdmin(house)
  const { member } = await openNeighbourhood(house)
  const costOf = async (days: 7 | 30) => (await readAdminFigures(house, admin.signedIn, days)).costs.alarms
  const before = await costOf(30)
  const day = daysAfter(dayOf(house.clock.now()), 1)
  vi.setSystemTime(new Date(`${day}T06:00:00Z`))
  await press(house, member)
  await workOff(house)
  vi.setSystemTime(new Date(`${daysAfter(day, 6)}T20:00:00Z`))
  expect(await costOf(7)).toBe(1)
  vi.setSystemTime(new Date(`${daysAfter(day, 7)}T01:00:00Z`))
  expect(await costOf(7)).toBe(0)
  expect(await costOf(30)).toBe(before + 1)
})

test.each([
  ['7', 7],
  ['30', 30],
  ['90', 90],
  ['365', 365],
  [null, 30],
  ['', 30],
  ['8', 30],
  ['7.0', 30],
] as const)('the number of days asked for as %j is read as %i', (asked, days) => {
  expect(readFigureDays(asked)).toBe(days)
})
