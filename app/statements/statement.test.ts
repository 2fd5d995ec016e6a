import { expect, test } from 'vitest'
import { aJob } from '../../test/support/crowds/jobs'
import { carriedOre, dayOfJob, momentOf, sumsOf, titleOfJob } from './statement'

test('sumsOf adds up the jobs of a month, and gives zeros without any', () => {
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

test('carriedOre is the part of a charge that its own month’s jobs do not explain', () => {
  const jobs = [
    { ...aJob({ feeOre: 30_00 }), chargeId: 'this' },
    { ...aJob({ feeOre: 5_00 }), chargeId: 'this' },
    { ...aJob({ feeOre: 99_00 }), chargeId: 'another' },
    { ...aJob({ feeOre: 88_00 }), chargeId: null },
  ]
  expect(carriedOre(jobs, { id: 'this', gross: 35_00 })).toBe(0)
  expect(carriedOre(jobs, { id: 'this', gross: 20_00 })).toBe(-15_00)
})

test('a job has its local day and minute also at midnight, and a correction is titled "Rättelse"', () => {
  const job = aJob({ startsAt: new Date('2027-01-31T23:05:00Z') })
  expect([dayOfJob(job), momentOf(job)]).toEqual(['2027-02-01', '2027-02-01 00.05'])
  expect([titleOfJob({ kind: 'fee', title: 'Häck' }), titleOfJob({ kind: 'credit', title: 'Häck' })]).toEqual([
    'Häck',
    'Rättelse: Häck',
  ])
})
