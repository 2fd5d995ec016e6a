import { expect, test } from 'vitest'
import { drawReceipt } from './draw-receipt.server'
import { inOurLetters } from './pdf-sheet.server'
import type { ReceiptShown } from './read-receipt.server'

const receipt: ReceiptShown = {
  number: 1042,
  isCredit: false,
  credits: null,
  issuedAt: new Date('2026-11-20T12:00:00Z'),
  issued: '20 november 2026',
  receivedOn: '2026-11-19',
  method: 'Swish',
  reference: 'KV1000017',
  net: 31_20,
  vat: 7_80,
  gross: 39_00,
  lines: [{ text: 'Medlemskap, en månad', net: 31_20, vat: 7_80, gross: 39_00 }],
  seller: {
    name: 'Prov AB',
    orgNumber: '559999-0008',
    address: 'Provgatan 1, 125 40 Älvsjö',
    vatNumber: 'SE559999000801',
    swishNumber: '1231181189',
  },
  buyer: null,
  patrols: null,
  paidOut: null,
}

test('the same receipt is the same bytes', async () => {
  const [first, second] = await Promise.all([drawReceipt(receipt), drawReceipt(receipt)])
  expect(first.subarray(0, 5).toString()).toBe('%PDF-')
  expect(first.equals(second)).toBe(true)
  expect((await drawReceipt({ ...receipt, number: 1043 })).equals(first)).toBe(false)
})

test('as many lines as there can be go over as many pages as they need', async () => {
  const lines = Array.from({ length: 120 }, (_, index) => ({ ...receipt.lines[0], text: `Rad ${index}` }) as never)
  const pdf = (await drawReceipt({ ...receipt, lines })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2)
})

test.each([
  ['Åsa Öberg & Söner, café é', 'Åsa Öberg & Söner, café é'],
  ['Łukasz Żółć Đorđe', 'Lukasz Zólc Dorde'],
  ['東京 ✂', '?? ?'],
  ['1\u202f995,00 kr', '1\u00a0995,00 kr'],
])('%s on paper', (words, printed) => {
  expect(inOurLetters(words)).toBe(printed)
})
