import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { neighbourPrice } from './neighbour-price'

/** The database's check constraint: from 1 kr to 100 000 kr. */
const listPrices = fc.integer({ min: 100, max: 10_000_000 })

describe('the neighbour price', () => {
  test.each([
    [600_00, 60_00, 540_00],
    [499_00, 49_90, 449_10],
    [100, 10, 90],
    [109, 10, 99],
    [999_99, 99_99, 900_00],
    [10_000_000, 1_000_000, 9_000_000],
  ])('of %i öre: %i less, %i to pay', (listOre, discountOre, customerPaysOre) => {
    expect(neighbourPrice(listOre)).toEqual({ listOre, discountOre, customerPaysOre })
  })

  test('is whole öre, adds up to the list price, and takes off at most a tenth', () => {
    fc.assert(
      fc.property(listPrices, (base) => {
        const { listOre, discountOre: discount, customerPaysOre } = neighbourPrice(base)
        expect(listOre).toBe(base)
        expect(Number.isInteger(discount)).toBe(true)
        expect(discount + customerPaysOre).toBe(base)
        expect(discount * 10).toBeLessThanOrEqual(base)
        expect((discount + 1) * 10).toBeGreaterThan(base)
      }),
    )
  })

  test('never falls when the list price rises', () => {
    fc.assert(
      fc.property(listPrices, (base) => {
        expect(neighbourPrice(base + 1).customerPaysOre).toBeGreaterThanOrEqual(neighbourPrice(base).customerPaysOre)
      }),
    )
  })
})
