import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookingMoney } from './money'

test.each([
  // list, discount, customer pays, platform fee, provider gets
  [900_00, 90_00, 810_00, 45_00, 765_00],
  [749_00, 74_90, 674_10, 37_45, 636_65],
  [1_00, 10, 90, 5, 85],
  [1_09, 10, 99, 5, 94],
  [1_19, 11, 1_08, 5, 1_03],
  [1_99, 19, 1_80, 9, 1_71],
  [100_000_00, 10_000_00, 90_000_00, 5_000_00, 85_000_00],
])(
  'a list price of %i öre is split into discount, fee and the company’s share',
  (listOre, discountOre, customerPaysOre, feeOre, providerGetsOre) => {
    const money = { listOre, discountOre, customerPaysOre, feeOre, paymentFeeOre: 0, providerGetsOre }
    expect(bookingMoney(listOre, true)).toEqual(money)
  },
)

test('without the discount the list price is paid, and the fee is the same', () => {
  expect(bookingMoney(749_00, false)).toMatchObject({ discountOre: 0, customerPaysOre: 749_00, feeOre: 37_45 })
})

test('the amounts are whole öre that add up, with discount and fee rounded down', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.boolean(), (list, hasDiscount) => {
      const money = bookingMoney(list, hasDiscount)
      for (const sum of Object.values(money)) expect(Number.isInteger(sum) && sum >= 0).toBe(true)
      expect(money.providerGetsOre + money.feeOre + money.paymentFeeOre).toBe(money.customerPaysOre)
      expect(money.customerPaysOre + money.discountOre).toBe(money.listOre)
      // Rounded down: at most the percentage, and by less than an öre.
      const tenth = hasDiscount ? list / 10 : 0
      expect(money.discountOre <= tenth && tenth - money.discountOre < 1).toBe(true)
      expect(money.feeOre <= list / 20 && list / 20 - money.feeOre < 1).toBe(true)
    }),
  )
})
