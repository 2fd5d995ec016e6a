import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namesOf } from '~/shared/chosen'
import {
  type Amount,
  chargeKinds,
  feeLines,
  formatSum,
  fromGross,
  fromNet,
  mayBePaid,
  membershipLine,
  partOf,
  total,
} from './charge'
import {
  type Entry,
  entriesOfCredit,
  entriesOfPart,
  entriesOfPatrolPayout,
  entriesOfPayment,
  entriesOfPayout,
} from './ledger'
import { formatReference, referenceFrom, referencesIn } from './reference'

test.each([
  [fromGross(39_00), { net: 31_20, vat: 7_80, gross: 39_00 }],
  [fromNet(295_00), { net: 295_00, vat: 73_75, gross: 368_75 }],
  [fromNet(995_00), { net: 995_00, vat: 248_75, gross: 1_243_75 }],
  [fromNet(1_995_00), { net: 1_995_00, vat: 498_75, gross: 2_493_75 }],
])('prices match the specification: %j', (amount, then) => {
  expect(amount).toEqual(then)
})

test('a month of membership is 39 kr with VAT in it', () => {
  expect(membershipLine.gross).toBe(39_00)
})

test.each([
  [39_00, '39,00 kr'],
  [-2_493_75, '−2 493,75 kr'],
  [5, '0,05 kr'],
])('%i öre are formatted as %s', (ore, words) => {
  expect(formatSum(ore).replaceAll(/\s/g, ' ')).toBe(words)
})

test('VAT on fee lines adds up to the VAT of their sum, to the öre, credit lines included', () => {
  const lines = feeLines([
    { text: 'en', gross: 7 },
    { text: 'två', gross: 7 },
    { text: 'rättelse', gross: -2 },
  ])
  expect(lines).toEqual([
    { text: 'en', slotId: null, net: 6, vat: 1, gross: 7 },
    { text: 'två', slotId: null, net: 5, vat: 2, gross: 7 },
    { text: 'rättelse', slotId: null, net: -1, vat: -1, gross: -2 },
  ])
  expect(total(lines)).toEqual({ net: 10, vat: 2, gross: 12 })
  expect(total([])).toEqual({ net: 0, vat: 0, gross: 0 })
})

test('part of the days costs its share and is labelled so; all days cost the whole price', () => {
  const sold = { text: 'Juni', ...fromNet(995_00) }
  expect(partOf(sold, { days: 30, of: 30 })).toBe(sold)
  expect(partOf(sold, { days: 10, of: 30 })).toEqual({
    text: 'Juni: 10 av 30 dagar',
    net: 331_66,
    vat: 82_92,
    gross: 414_58,
  })
})

test('net and VAT add up to gross for every price and every sum of lines', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1 }), (prices) => {
      const amounts = prices.flatMap((price) => [fromNet(price), fromGross(price)])
      for (const { net, vat, gross } of amounts) expect(net + vat).toBe(gross)
      const sum = total(amounts)
      expect(sum.net + sum.vat).toBe(sum.gross)
    }),
  )
})

const twoOre = { net: 2, vat: 0, gross: 2 }
test.each<[string, Entry[], [number, number][]]>([
  [
    'a membership month paid by Swish',
    entriesOfPayment('membership', 'swish', fromGross(39_00)),
    [
      [1930, 39_00],
      [3011, -31_20],
      [2611, -7_80],
    ],
  ],
  [
    'a package paid by card',
    entriesOfPayment('base', 'card', fromNet(295_00)),
    [
      [1580, 368_75],
      [3012, -295_00],
      [2611, -73_75],
    ],
  ],
  [
    'a sponsor month',
    entriesOfPayment('sponsor', 'swish', fromNet(995_00)),
    [
      [1930, 1_243_75],
      [3012, -995_00],
      [2611, -248_75],
    ],
  ],
  [
    'a fee of two öre',
    entriesOfPayment('fee', 'swish', twoOre),
    [
      [1930, 2],
      [3013, -2],
    ],
  ],
  [
    'a credit note',
    entriesOfCredit('season', fromNet(1_995_00)),
    [
      [2890, -2_493_75],
      [3012, 1_995_00],
      [2611, 498_75],
    ],
  ],
  [
    'a payout to a card',
    entriesOfPayout('card', 39_00),
    [
      [2890, 39_00],
      [1580, -39_00],
    ],
  ],
  [
    'the patrol part',
    entriesOfPart(199_00),
    [
      [4600, 199_00],
      [2898, -199_00],
    ],
  ],
  ['a patrol part of zero', entriesOfPart(0), []],
  [
    'a patrol payout',
    entriesOfPatrolPayout(199_00),
    [
      [2898, 199_00],
      [1930, -199_00],
    ],
  ],
])('%s is booked on the right accounts', (_, entries, booked) => {
  expect(entries.map(({ account, amount }) => [account, amount])).toEqual(booked)
})

test('every voucher of a payment, a credit note or a payout balances', () => {
  const kinds = fc.constantFrom(...namesOf(chargeKinds))
  const methods = fc.constantFrom('swish' as const, 'card' as const)
  fc.assert(
    fc.property(kinds, methods, fc.integer({ min: 1, max: 10_000_000 }), (kind, method, price) => {
      const amount: Amount = fromNet(price)
      for (const entries of [
        entriesOfPayment(kind, method, amount),
        entriesOfCredit(kind, amount),
        entriesOfPayout(method, amount.gross),
      ]) {
        expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(0)
      }
    }),
  )
})

test.each([
  ['open', 'sponsor', 'here', true],
  ['struck', 'membership', 'here', true],
  ['struck', 'membership', 'gone', false],
  ['struck', 'base', 'here', true],
  ['struck', 'base', 'gone', false],
  ['struck', 'sponsor', 'here', false],
  ['struck', 'season', 'here', false],
  ['paid', 'membership', 'here', false],
] as const)('mayBePaid of %s %s whose payer is %s is %s', (status, kind, payer, may) => {
  expect(mayBePaid({ status, kind, isPayerHere: payer === 'here' })).toBe(may)
})

test('references are found in text as people and banks write them', () => {
  const [a, b] = [referenceFrom(100_001), referenceFrom(100_002)]
  expect(a).toMatch(/^KV100001\d$/)
  expect(formatReference('KV1000017')).toBe('KV 1 000 017')
  expect(referencesIn(`Swish från EVA LIND ${a} tack`)).toEqual([a])
  expect(referencesIn(formatReference(a).toLowerCase())).toEqual([a])
  expect(referencesIn(`${a}/${b} ${a}`)).toEqual([a, b])
  expect(referencesIn(`${a}20261120`)).toContain(a)
  expect(referencesIn('KV123')).toEqual([])
})

test.each([
  // The usual example for Luhn's algorithm.
  [7_992_739_871, 'KV79927398713'],
  [100_001, 'KV1000017'],
  [100_005, 'KV1000058'],
  [100_009, 'KV1000090'],
  [999_999, 'KV9999996'],
])('reference for serial number %i is %s, as in letters already sent', (serial, reference) => {
  expect(referenceFrom(serial)).toBe(reference)
})

test('the check digit rejects a reference with one misread digit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100_001, max: 99_999_999 }),
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
      (serial, at, by) => {
        const digits = [...referenceFrom(serial).slice(2)]
        const place = at % digits.length
        digits[place] = String((Number(digits[place]) + by) % 10)
        expect(referencesIn(`KV${digits.join('')}`)).not.toContain(`KV${digits.join('')}`)
      },
    ),
  )
})
