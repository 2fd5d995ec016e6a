import { afterEach, expect, test, vi } from 'vitest'
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
  await press(house, member)
  await workOff(house)
  await house.asOwner(`update safety_alarms set created_at = '2027-03-25T05:00:00Z' where origin = 'member'`)
  vi.setSystemTime(new Date('2027-03-31T21:30:00Z'))
  expect(await costOf(7)).toBeGreaterThan(0)
  vi.setSystemTime(new Date('2027-03-31T22:00:00Z'))
  expect(await costOf(7)).toBe(0)
  expect(await costOf(30)).toBeGreaterThan(0)
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
