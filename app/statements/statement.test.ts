import { expect, test } from 'vitest'
import { aJob } from '../../test/support/crowds/jobs'
import { sumsOf } from './statement'

test('the sums of a month', () => {
  expect(
    sumsOf([aJob(), aJob({ listOre: 333, discountOre: 33, customerPaysOre: 300, feeOre: 16, providerGetsOre: 284 })]),
  ).toEqual({
    jobs: 2,
    listOre: 603_33,
    discountOre: 60_33,
    customerPaysOre: 543_00,
    feeOre: 30_16,
    feeVatOre: 6_03,
    providerGetsOre: 512_84,
  })
  expect(sumsOf([])).toMatchObject({ jobs: 0, feeOre: 0, feeVatOre: 0 })
})
