import { expect, test } from 'vitest'
import { useHouse } from '../../test/support/house'
import { readPatrolMoney } from './patrol-money.server'

const house = useHouse()

test('where nobody has paid anything for patrols, nothing is said of money', async () => {
  expect(await readPatrolMoney(house, '19999')).toBeNull()
})
