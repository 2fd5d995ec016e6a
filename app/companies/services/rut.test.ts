import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { categories } from '../category'
import { givesRut, RUT_CEILING_ORE, rutCategories, rutEstimate } from './rut'

const listPrices = fc.integer({ min: 1, max: 100_000_00 })
const percents = fc.integer({ min: 0, max: 100 })

test('only the household categories give the RUT deduction', () => {
  expect(rutCategories).toEqual(['cleaning', 'garden', 'it', 'accompany'])
  const giving = Object.keys(categories).filter((category) => givesRut(category as keyof typeof categories))
  expect(giving.sort()).toEqual([...rutCategories].sort())
})

test('the yearly ceiling of the RUT deduction is 75 000 kr', () => {
  expect(RUT_CEILING_ORE).toBe(75_000_00)
})

describe('the price after the RUT deduction', () => {
  test.each([
    // all of it is labour: half is deducted
    [540_00, 100, 270_00, 270_00],
    // four fifths are labour: two fifths are deducted
    [540_00, 80, 216_00, 324_00],
    // material only: nothing is deducted
    [540_00, 0, 0, 540_00],
    [99, 100, 49, 50],
    [99, 33, 16, 83],
  ])(
    'of %i öre with %i %% labour: %i deducted, %i left',
    (customerPaysOre, labourPercent, deductionOre, afterRutOre) => {
      expect(rutEstimate({ customerPaysOre, labourPercent })).toEqual({ deductionOre, afterRutOre })
    },
  )

  test('is whole öre, adds up, and deducts at most half of the labour', () => {
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

  test('never rises when more of the price is labour', () => {
    fc.assert(
      fc.property(listPrices, fc.integer({ min: 0, max: 99 }), (customerPaysOre, labourPercent) => {
        const less = rutEstimate({ customerPaysOre, labourPercent })
        const more = rutEstimate({ customerPaysOre, labourPercent: labourPercent + 1 })
        expect(more.afterRutOre).toBeLessThanOrEqual(less.afterRutOre)
      }),
    )
  })
})
