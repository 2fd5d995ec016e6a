import { expect, test } from 'vitest'
import { entriesOf } from './entry'

const row = (id: string, hour: number, given: { visitId?: string; title?: string } = {}) => ({
  ...{ id, visitId: null, status: 'confirmed', title: 'Hemstäd', freeCancelHours: 24 },
  ...{ startsAt: new Date(Date.UTC(2027, 1, 1, hour)), endsAt: new Date(Date.UTC(2027, 1, 1, hour + 1)) },
  ...{ listOre: 749_00, discountOre: 74_90, customerPaysOre: 674_10, feeOre: 37_45, providerGetsOre: 636_65 },
  ...given,
})

test('the services of a visit become one entry with summed amounts, and a single booking one of its own', () => {
  const alone = row('c', 14)
  const [window, hedge] = [row('a', 9, { visitId: 'a' }), row('b', 10, { visitId: 'a', title: 'Häck' })]
  const [visit, other, ...more] = entriesOf([window, alone, hedge])
  expect(visit).toMatchObject({
    ...{ id: 'a', title: 'Hemstäd och Häck', startsAt: window.startsAt, endsAt: hedge.endsAt },
    ...{ listOre: 1_498_00, discountOre: 149_80, customerPaysOre: 1_348_20, feeOre: 74_90, providerGetsOre: 1_273_30 },
    parts: [window, hedge],
  })
  expect([other, more]).toEqual([{ ...alone, parts: [alone] }, []])
})
