import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSie } from '../../../test/support/counterparts/sie-reader'
import { encodePc8, sieHead, sieVoucher, type Voucher } from './sie'
import { vatReturnOf } from './vat-return'

const head = {
  program: 'Kvartera',
  version: '1',
  company: 'Åkes "Rör" AB',
  orgNumber: '559999-0008',
  writtenOn: '2026-12-01',
}

test('a SIE file has exactly the format of its specification', () => {
  const voucher: Voucher = {
    day: '2026-11-22',
    text: 'Kvitto 1001, KV 1 000 017',
    entries: [
      { account: 1930, amount: 39_00 },
      { account: 2611, amount: -7_80 },
      { account: 3011, amount: -31_20 },
    ],
  }
  expect(sieHead(head) + sieVoucher(voucher)).toBe(
    [
      '#FLAGGA 0',
      '#PROGRAM "Kvartera" "1"',
      '#FORMAT PC8',
      '#GEN 20261201',
      '#SIETYP 4',
      '#FNAMN "Åkes \\"Rör\\" AB"',
      '#ORGNR 559999-0008',
      '#VER K "" 20261122 "Kvitto 1001, KV 1 000 017"',
      '{',
      '   #TRANS 1930 {} 39.00',
      '   #TRANS 2611 {} -7.80',
      '   #TRANS 3011 {} -31.20',
      '}',
      '',
    ].join('\r\n'),
  )
})

test.each([
  [0, '0.00'],
  [1, '0.01'],
  [-1, '-0.01'],
  [99, '0.99'],
  [100, '1.00'],
  [-123_450, '-1234.50'],
])('%i öre are written %s in SIE', (amount, text) => {
  expect(sieVoucher({ day: '2026-11-22', text: 'x', entries: [{ account: 1930, amount }] })).toContain(
    `   #TRANS 1930 {} ${text}\r\n`,
  )
})

test('text is encoded in code page 437, and letters that it lacks lose their accent', () => {
  const hex = (text: string) => Buffer.from(encodePc8(text)).toString('hex')
  expect(hex('åäöÅÄÖé')).toBe('8684948f8e9982')
  expect(hex('a\u030a')).toBe('86')
  expect(hex('š€\u00a0')).toBe('733fff')
  // A diacritic that belongs to no letter is left out: a NUL byte would end the file for the importing program.
  expect(hex('\u0301x\u0301')).toBe('78')
})

const voucher = fc.record({
  day: fc.constant('2026-11-22'),
  text: fc.string({ unit: fc.constantFrom(...'abcåäöÅÄÖ "\\{}#\n0123'), maxLength: 40 }),
  entries: fc.array(
    fc.record({ account: fc.integer({ min: 1000, max: 8999 }), amount: fc.integer({ min: -9e9, max: 9e9 }) }),
    { minLength: 1, maxLength: 5 },
  ),
})

test('property: vouchers survive a round trip through SIE', () => {
  fc.assert(
    fc.property(fc.array(voucher, { maxLength: 5 }), (vouchers) => {
      const { vouchers: back } = readSie(encodePc8(sieHead(head) + vouchers.map(sieVoucher).join('')))
      expect(back.map(({ text, rows }) => ({ text, rows }))).toEqual(
        vouchers.map(({ text, entries }) => ({
          text: text.replaceAll('\n', ' '),
          rows: entries.map(({ account, amount }) => ({ account: String(account), ore: amount || 0 })),
        })),
      )
    }),
  )
})

test('VAT return boxes are sales and VAT less credits, in whole kronor', () => {
  const of = (account: number, amount: number) => ({ account, amount, name: '' })
  const all = [of(1930, 97_50), of(2611, -27_30), of(3011, -31_20), of(3012, -70_00), of(3011, 31_20), of(2611, 7_80)]
  expect(vatReturnOf(all)).toMatchObject({ sales: 70_00, vat: 19_50, boxes: [{ kronor: 70 }, { kronor: 19 }] })
  expect(vatReturnOf([of(2611, 7_80), of(3011, 31_20)])).toMatchObject({ boxes: [{ kronor: -31 }, { kronor: -7 }] })
  expect(vatReturnOf([])).toMatchObject({ boxes: [{ kronor: 0 }, { kronor: 0 }] })
})
