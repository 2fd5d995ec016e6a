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
])('%i öre', (list, discount, customerPays, platformFee, providerGets) => {
  expect(bookingMoney(list, true)).toEqual({ list, discount, customerPays, platformFee, paymentFee: 0, providerGets })
})

test('without the discount the list price is paid, and the fee is the same', () => {
  expect(bookingMoney(749_00, false)).toMatchObject({ discount: 0, customerPays: 749_00, platformFee: 37_45 })
})

test('every öre the customer pays goes to the company, the platform or the payment, and none is broken', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.boolean(), (list, hasDiscount) => {
      const money = bookingMoney(list, hasDiscount)
      for (const sum of Object.values(money)) expect(Number.isInteger(sum) && sum >= 0).toBe(true)
      expect(money.providerGets + money.platformFee + money.paymentFee).toBe(money.customerPays)
      expect(money.customerPays + money.discount).toBe(money.list)
      // Rounded down: never more than the percentage, and less than an öre from it.
      const tenth = hasDiscount ? list / 10 : 0
      expect(money.discount <= tenth && tenth - money.discount < 1).toBe(true)
      expect(money.platformFee <= list / 20 && list / 20 - money.platformFee < 1).toBe(true)
    }),
  )
})
