import { expect, test } from 'vitest'
import { aJob } from '../../test/support/crowds/jobs'
import { sumsOf } from './statement'

test('the sums of a month', () => {
  expect(sumsOf([aJob(), aJob({ list: 333, discount: 33, customerPays: 300, fee: 16, providerGets: 284 })])).toEqual({
    jobs: 2,
    list: 603_33,
    discount: 60_33,
    customerPays: 543_00,
    fee: 30_16,
    feeVat: 6_03,
    providerGets: 512_84,
  })
  expect(sumsOf([])).toMatchObject({ jobs: 0, fee: 0, feeVat: 0 })
})
