import { expect, test } from 'vitest'
import { openNeighbourhood, press, workOff } from '../../../test/support/alarms'
import { useHouse } from '../../../test/support/house'
import { joinAsAdmin } from '../../../test/support/people'
import { readAdminFigures } from '../operator/read-admin.server'
import { readFigureDays } from './figure-days'

const house = useHouse()

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
