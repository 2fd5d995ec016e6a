import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { neighbourPrice, rutEstimate } from './neighbour-price'

/** The database's limits: from 1 kr to 100 000 kr. */
const listPrices = fc.integer({ min: 100, max: 10_000_000 })
const percents = fc.integer({ min: 0, max: 100 })

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

  test('is whole öre, adds up, and is never cheaper than a tenth off', () => {
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

  test('of a dearer service is never lower', () => {
    fc.assert(
      fc.property(listPrices, (base) => {
        expect(neighbourPrice(base + 1).customerPaysOre).toBeGreaterThanOrEqual(neighbourPrice(base).customerPaysOre)
      }),
    )
  })
})

describe('the price after the tax deduction', () => {
  test.each([
    // all of it labour: half is left
    [540_00, 100, 270_00, 270_00],
    // four fifths labour: two fifths are deducted
    [540_00, 80, 216_00, 324_00],
    // nothing but material: nothing is deducted
    [540_00, 0, 0, 540_00],
    [99, 100, 49, 50],
    [99, 33, 16, 83],
  ])(
    'of %i öre with %i %% labour: %i deducted, %i left',
    (customerPaysOre, labourPercent, deductionOre, afterRutOre) => {
      expect(rutEstimate({ customerPaysOre, labourPercent })).toEqual({ deductionOre, afterRutOre })
    },
  )

  test('is whole öre, adds up, and leaves at least half to pay', () => {
    fc.assert(
      fc.property(listPrices, percents, (customerPaysOre, labourPercent) => {
        const { deductionOre: deduction, afterRutOre } = rutEstimate({ customerPaysOre, labourPercent })
        expect(Number.isInteger(deduction)).toBe(true)
        expect(deduction + afterRutOre).toBe(customerPaysOre)
        expect(deduction).toBeGreaterThanOrEqual(0)
        expect(deduction * 200).toBeLessThanOrEqual(customerPaysOre * labourPercent)
      }),
    )
  })

  test('is lower the more of it is labour', () => {
    fc.assert(
      fc.property(listPrices, fc.integer({ min: 0, max: 99 }), (customerPaysOre, labourPercent) => {
        const less = rutEstimate({ customerPaysOre, labourPercent })
        const more = rutEstimate({ customerPaysOre, labourPercent: labourPercent + 1 })
        expect(more.afterRutOre).toBeLessThanOrEqual(less.afterRutOre)
      }),
    )
  })
})
