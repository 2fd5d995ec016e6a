import { expect, test } from 'vitest'
import { useHouse } from '../../test/support/house'
import { activate } from './activation.server'
import type { Charge } from './charge-store.server'

const house = useHouse()

test('money for a package that this process does not know is not taken for nothing', async () => {
  // As a newer process beside this one has written it.
  const charge = { id: 'c1', kind: 'gold', memberId: null, companyId: 'a company' } as unknown as Charge
  await expect(activate(house, [charge], [], null)).rejects.toThrow('gives')
})
