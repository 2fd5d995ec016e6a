import { expect, test } from 'vitest'
import { wordsOn } from '../../../test/support/counterparts/pdf-reader'
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

test('drawing the same receipt twice gives the same PDF bytes', async () => {
  const [first, second] = await Promise.all([drawReceipt(receipt), drawReceipt(receipt)])
  expect(first.subarray(0, 5).toString()).toBe('%PDF-')
  expect(first.equals(second)).toBe(true)
  expect((await drawReceipt({ ...receipt, number: 1043 })).equals(first)).toBe(false)
})

test('a PDF receipt shows seller, buyer, day, lines, VAT, sum and patrol part', async () => {
  const buyer = { name: 'Köparen AB', address: 'Köpgatan 2, 125 40 Älvsjö', orgNumber: '559999-0016' }
  const words = wordsOn(await drawReceipt({ ...receipt, buyer, patrols: { amount: 15_60, postcode: '12540' } }))
  const [name, seller, address, ...paper] = words.map((word) => word.replaceAll('\u00a0', ' '))
  expect([name, seller, address]).toEqual([
    'Kvartera',
    'Prov AB · Org.nr 559999-0008 · Momsreg.nr SE559999000801',
    'Provgatan 1, 125 40 Älvsjö',
  ])
  expect(paper).toEqual([
    ...['Kvitto', 'Nummer 1042', 'Datum', '20 november 2026', 'Betalt', '19 november 2026 med Swish'],
    ...['Betalningens nummer', 'KV 1 000 017'],
    ...['Säljare', 'Prov AB', 'Provgatan 1, 125 40 Älvsjö', 'Org.nr 559999-0008', 'Momsreg.nr SE559999000801'],
    ...['Köpare', 'Köparen AB', 'Köpgatan 2, 125 40 Älvsjö', 'Org.nr 559999-0016'],
    ...['Vad', 'Exkl. moms', 'Moms 25 %', 'Inkl. moms'],
    ...['Medlemskap, en månad', '31,20 kr', '7,80 kr', '39,00 kr'],
    ...['Summa exkl. moms', '31,20 kr', 'Moms 25 %', '7,80 kr', 'Betalt', '39,00 kr'],
    'Av priset utan moms går 15,60 kr till ronderna i 125 40.',
    'Spara kvittot. Har du frågor, skriv till oss från startsidan och ange numret.',
  ])
})

test('a PDF receipt with many lines continues on more pages', async () => {
  const lines = Array.from({ length: 120 }, (_, index) => ({
    net: 31_20,
    vat: 7_80,
    gross: 39_00,
    text: `Rad ${index}`,
  }))
  const pdf = await drawReceipt({ ...receipt, lines })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2)
  expect(wordsOn(pdf).filter((word) => word.startsWith('Rad '))).toEqual(lines.map(({ text }) => text))
})

test.each([
  ['Åsa Öberg & Söner, café é', 'Åsa Öberg & Söner, café é'],
  ['Łukasz Żółć Đorđe', 'Lukasz Zólc Dorde'],
  ['東京 ✂', '?? ?'],
  ['1\u202f995,00 kr', '1\u00a0995,00 kr'],
])('the text "%s" is reduced to letters that the PDF font has', (words, printed) => {
  expect(inOurLetters(words)).toBe(printed)
})
