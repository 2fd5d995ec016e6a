import { expect, test } from 'vitest'
import { type Job, statementCsv, sumsOf } from './statement'

const job = (given: Partial<Job> = {}): Job => ({
  id: 'b1',
  startsAt: new Date('2026-11-20T08:00:00Z'),
  title: 'Hemstäd',
  list: 600_00,
  discount: 60_00,
  customerPays: 540_00,
  fee: 30_00,
  providerGets: 510_00,
  ...given,
})

test('the sums of a month', () => {
  expect(sumsOf([job(), job({ list: 333, discount: 33, customerPays: 300, fee: 16, providerGets: 284 })])).toEqual({
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

test('as a file for a spreadsheet, by the clock on the wall, and with nothing to run in it', () => {
  const text = statementCsv([job(), job({ title: '=HYPERLINK("x";"y")', startsAt: new Date('2026-07-01T08:00:00Z') })])
  const [head, first, second] = text.split('\r\n')
  expect(head?.startsWith('\uFEFFDatum;Tid;Tjänst')).toBe(true)
  expect(first).toBe('2026-11-20;09:00;Hemstäd;600,00;60,00;540,00;30,00;510,00;b1')
  expect(second).toContain('2026-07-01;10:00;"\'=HYPERLINK(""x"";""y"")"')
})
