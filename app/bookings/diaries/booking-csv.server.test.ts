import { expect, test } from 'vitest'
import { bookingLine, type CsvBooking, csvHead } from './booking-csv.server'

const row: CsvBooking = {
  day: '2026-11-26',
  time: '09:00',
  service: 'Hemstädning',
  status: 'Genomförd',
  customer: 'Alva Nyström',
  phone: '070-174 06 01',
  address: 'Götalandsvägen 1',
  listOre: 600_00,
  discountOre: 60_00,
  customerPaysOre: 540_00,
  feeOre: 30_00,
  providerGetsOre: 510_05,
  reference: 'b1',
}
const cells = (line: string) => line.trimEnd().split(';')

test('a line has as many cells as the header, with amounts in kronor and a decimal comma', () => {
  expect(csvHead.startsWith('Datum;Tid;')).toBe(true)
  expect(cells(bookingLine(row))).toHaveLength(cells(csvHead).length)
  expect(cells(bookingLine(row)).slice(7, 12)).toEqual(['600,00', '60,00', '540,00', '30,00', '510,05'])
})

test.each([
  ['Lind; Städ', '"Lind; Städ"'],
  ['Siv "Sivan" Ek', '"Siv ""Sivan"" Ek"'],
  ['två\nrader', '"två\nrader"'],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['@cmd', "'@cmd"],
  ['-2+3+cmd', "'-2+3+cmd"],
])('cells are quoted and protected against CSV injection: %s is written as %s', (customer, written) => {
  expect(bookingLine({ ...row, customer })).toContain(`;${written};`)
})

test('a foreign phone number is not taken for a formula', () => {
  expect(bookingLine({ ...row, phone: '+47 22 12 34 56' })).toContain(';+47 22 12 34 56;')
})

test.each([
  [5, '0,05'],
  [0, '0,00'],
])('%i öre is written as %s', (listOre, written) => {
  expect(cells(bookingLine({ ...row, listOre }))[7]).toBe(written)
})
