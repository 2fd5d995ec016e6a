import { expect, test } from 'vitest'
import { useHouse } from '../../test/support/house'
import { readPatrolMoney } from './patrol-money.server'

const house = useHouse()

test('readPatrolMoney returns null for a postcode in which nothing has been paid for patrols', async () => {
  expect(await readPatrolMoney(house, '19999')).toBeNull()
})
