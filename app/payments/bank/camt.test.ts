import fc from 'fast-check'
import { expect, test } from 'vitest'
import { camt, type Entry, type Kind, type Version } from '../../../test/support/counterparts/camt'
import { referenceFrom } from '../reference'
import { readBankFile } from './bank-file'
import type { BankRow } from './bank-row'
import { readXml } from './xml-tree'

const utf8 = (text: string) => new TextEncoder().encode(text)
const rowsOf = (xml: string): BankRow[] => {
  const file = readBankFile(utf8(xml))
  if (!file.ok) throw new Error(file.because)
  return file.rows
}
const read = (...entries: Entry[]) => rowsOf(camt(entries))
const kronor = (ore: number) => `${Math.floor(ore / 100)}.${String(ore % 100).padStart(2, '0')}`

const kinds: Kind[] = ['camt.053', 'camt.054']
const versions: Version[] = ['001.02', '001.08']
const ways = kinds.flatMap((kind) => versions.map((version) => ({ kind, version })))

test.each(ways)('$kind.$version: reads a payment by OCR number, one by free text and a batch of two', (shape) => {
  const rows = rowsOf(
    camt(
      [
        { amount: '39.00', name: 'A1', parts: [{ amount: '39.00', name: 'T1', ocr: '1000017', payer: 'Åsa & Bo' }] },
        { amount: '39', parts: [{ amount: '39', words: ['swish', 'kv 100 001 7'] }] },
        {
          amount: '1282.75',
          name: 'B1',
          count: 2,
          parts: [
            { amount: '39.00', ocr: 'KV1000025' },
            { amount: '1243.75', ocr: 'KV1000033' },
          ],
        },
      ],
      shape,
    ),
  )
  expect(rows).toEqual([
    {
      bookedOn: '2026-11-18',
      amount: 39_00,
      text: 'KV1000017 · Åsa & Bo',
      name: 'SE4550000000058398257466 2026-11-18 T1 3900',
      because: null,
    },
    { bookedOn: '2026-11-18', amount: 39_00, text: 'swish · kv 100 001 7', name: null, because: null },
    expect.objectContaining({ amount: 39_00, text: 'KV1000025', because: null }),
    expect.objectContaining({ amount: 1243_75, text: 'KV1000033', because: null }),
  ])
  expect(rows[2]?.name).not.toBe(rows[3]?.name)
})

test('invisible characters are removed from references and from the text shown', () => {
  const rows = read(
    { amount: '39.00', parts: [{ amount: '39.00', ocr: '100\u200b0017', payer: '\u202eEva' }] },
    { amount: '39.00', parts: [{ amount: '39.00', words: ['KV100\u00ad0017'] }] },
  )
  expect(rows.map(({ text }) => text)).toEqual(['KV1000017 · Eva', 'KV1000017'])
  expect(readXml('<a>100&#8203;0017</a>')?.text).toBe('1000017')
})

test.each<[string, Entry, Partial<BankRow>]>([
  ['goes out', { amount: '39.00', way: 'DBIT', parts: [{ amount: '39.00', ocr: '1000017' }] }, { amount: -39_00 }],
  ['is not booked', { amount: '39.00', status: 'PDNG' }, { because: 'not booked' }],
  ['has an unknown status', { amount: '39.00', status: '' }, { because: 'not booked' }],
  ['is a reversal', { amount: '39.00', way: 'DBIT', reversed: true }, { because: 'reversal', amount: -39_00 }],
  ['is a returned payment', { amount: '39.00', parts: [{ amount: '39.00', returned: true }] }, { because: 'reversal' }],
  ['is in euro', { amount: '39.00', currency: 'EUR' }, { because: 'foreign currency' }],
  ['was in euro', { amount: '39.00', parts: [{ amount: '3.40', currency: 'EUR' }] }, { because: 'foreign currency' }],
  ['is a batch without details', { amount: '78.00', count: 2 }, { because: 'sum of many', amount: 78_00 }],
  [
    'exceeds the sum of its parts',
    { amount: '79.00', parts: [{ amount: '39.00' }, { amount: '39.00' }] },
    { because: 'sum of many' },
  ],
  [
    'has fewer parts than its count',
    { amount: '39.00', count: 2, parts: [{ amount: '39.00' }] },
    { because: 'sum of many' },
  ],
  ['has a fraction of an öre', { amount: '39.005' }, { because: 'unreadable', amount: null }],
  ['has a negative amount', { amount: '-39.00' }, { because: 'unreadable', amount: null }],
  ['goes out with a negative amount', { amount: '-39.00', way: 'DBIT' }, { because: 'unreadable', amount: null }],
  ['exceeds the largest amount', { amount: '999999999.00' }, { because: 'unreadable', amount: null }],
  ['has an invalid date', { amount: '39.00', day: '2026-02-31' }, { because: 'unreadable', bookedOn: null }],
])('money that %s becomes one row for a person to look at, and no payment', (_, entry, row) => {
  expect(read(entry)).toEqual([expect.objectContaining(row)])
})

test('an entry with an unknown credit/debit indicator CRED is unreadable', () => {
  const xml = camt([{ amount: '39.00' }]).replaceAll('CRDT', 'CRED')
  expect(rowsOf(xml)).toEqual([expect.objectContaining({ because: 'unreadable', amount: null })])
})

test('markup and entities in a payer’s text do not affect how the file is parsed', () => {
  const words = ['</Ustrd><Amt Ccy="SEK">1</Amt>', '&amp; &eacute;', '<!DOCTYPE x>', 'rad\nett']
  const [row] = read({ amount: '39.00', parts: [{ amount: '39.00', words }] })
  expect(row).toMatchObject({ amount: 39_00, because: null })
  expect(row?.text).toBe('</Ustrd><Amt Ccy="SEK">1</Amt> · &amp; &eacute; · <!DOCTYPE x> · rad ett')
})

const whole = camt([{ amount: '39.00', parts: [{ amount: '39.00', ocr: '1000017' }] }])
test.each<[string, string]>([
  ['is truncated', whole.slice(0, -30)],
  [
    'declares its own entities',
    whole.replace('<Document', '<!DOCTYPE d [<!ENTITY a "ha">]><Document').replace('1000017', '&a;'),
  ],
  [
    'has an external document type',
    whole.replace('<Document', '<!DOCTYPE d SYSTEM "http://127.0.0.1:1/d.dtd"><Document'),
  ],
  ['has an unknown entity', whole.replace('1000017', '&a;')],
  ['has an entity named like an object property', whole.replace('1000017', '&constructor;')],
  ['is nested too deeply', `${'<a>'.repeat(60_000)}${'</a>'.repeat(60_000)}`],
  ['has too many elements', `<a>${'<b/>'.repeat(200_000)}</a>`],
  ['has overlapping tags', '<Document><a><b></a></b></Document>'],
])('an XML file that %s is refused', (_, xml) => {
  expect(readBankFile(utf8(xml))).toEqual({ ok: false, because: expect.stringContaining('går inte att läsa som XML') })
})

test.each<[string, string, string]>([
  ['another message type', whole.replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt'), 'varken kontoutdrag (camt.053)'],
  ['no entries', camt([]), 'inga kontohändelser'],
  ['too many entries', camt(Array.from({ length: 2001 }, () => ({ amount: '1' }))), 'fler än 2000'],
])('a camt file with %s is refused with an explanation', (_, xml, because) => {
  expect(readBankFile(utf8(xml))).toMatchObject({ ok: false, because: expect.stringContaining(because) })
})

test('a camt file of 2000 payments, the maximum, is read whole', () => {
  expect(read(...Array.from({ length: 2000 }, () => ({ amount: '1' })))).toHaveLength(2000)
})

test('elements are recognised whatever their namespace prefix', () => {
  const prefixed = whole.replaceAll(/<(\/?)(?=[A-Z])/g, '<$1b:').replace('xmlns=', 'xmlns:b=')
  expect(rowsOf(prefixed)).toEqual(rowsOf(whole))
})

test('equal payments under one bank reference get numbered names, and those without a reference get none', () => {
  const same = { amount: '39.00' }
  const twins: Entry = { amount: '117.00', name: 'B1', count: 3, parts: [same, same, same] }
  const nameless: Entry = { amount: '39.00', parts: [same] }
  const name = 'SE4550000000058398257466 2026-11-18 B1 3900'
  expect(read(twins, nameless, nameless).map((row) => row.name)).toEqual([name, `${name} 2`, `${name} 3`, null, null])
})

test('a payment is named by its own bank reference or TxId, else by that of the entry', () => {
  const nameOf = (xml: string) => rowsOf(xml)[0]?.name?.split(' ')[2] ?? null
  const own = camt([{ amount: '39.00', name: 'B1', parts: [{ amount: '39.00', name: 'T1' }] }])
  const whole = '<AcctSvcrRef>B1</AcctSvcrRef>'
  expect([nameOf(own), nameOf(own.replace(whole, ''))]).toEqual(['T1', 'T1'])
  const byId = own.replace('<AcctSvcrRef>T1</AcctSvcrRef>', '<TxId>X1</TxId>')
  expect([nameOf(byId), nameOf(byId.replace(whole, ''))]).toEqual(['X1', 'X1'])
  expect(nameOf(own.replace('<AcctSvcrRef>T1</AcctSvcrRef>', ''))).toBe('B1')
})

test('a single payment may leave out its amount; a batch with an amount missing is not split', () => {
  const without = (xml: string) => xml.replace(/<AmtDtls>.*?<\/AmtDtls>/, '')
  expect(rowsOf(without(whole))).toEqual(rowsOf(whole))
  const two = camt([{ amount: '78.00', parts: [{ amount: '39.00' }, { amount: '39.00' }] }])
  expect(rowsOf(two)).toMatchObject([{ because: null }, { because: null }])
  expect(rowsOf(without(two))).toMatchObject([{ because: 'foreign currency', amount: 78_00 }])
})

test('an entry with a truncated credit/debit indicator CRD is unreadable and has no amount', () => {
  expect(rowsOf(whole.replaceAll('CRDT', 'CRD'))).toMatchObject([{ amount: null, because: 'unreadable' }])
})

test('an entry without details is one payment, with or without a count of one', () => {
  expect(read({ amount: '39.00', count: 1 }, { amount: '39.00' })).toMatchObject([
    { amount: 39_00, because: null },
    { amount: 39_00, because: null },
  ])
})

test.each([
  ['a date and time', '<BookgDt><DtTm>2026-11-18T23:30:00</DtTm></BookgDt>'],
  ['a value date only', '<ValDt><Dt>2026-11-18</Dt></ValDt>'],
])('a payment with booking day given as %s is booked on that day', (_, day) => {
  const xml = whole.replace('<BookgDt><Dt>2026-11-18</Dt></BookgDt>', day)
  expect(rowsOf(xml)).toEqual(rowsOf(whole))
})

test('a CDATA section is read as text', () => {
  expect(rowsOf(whole.replace('1000017', '<![CDATA[1000017]]>'))).toEqual(rowsOf(whole))
})

// A payment as the bank knows it, before it is written in any of the variants of camt that banks use.
const payment = fc.record({
  ore: fc.integer({ min: 1, max: 3_000_00 }),
  serial: fc.integer({ min: 100_001, max: 999_999 }),
  isOcr: fc.boolean(),
  isOut: fc.boolean(),
  words: fc.string({ maxLength: 30, unit: fc.constantFrom(...'åÄö &<>"0123456789abc') }),
})
const statement = fc.array(fc.array(payment, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })

test('property: every kind and version gives one row a payment, with equal amounts, references and unique names', () => {
  fc.assert(
    fc.property(statement, (batches) => {
      const entries = batches.map((batch, at): Entry => {
        const isOut = batch[0]?.isOut ?? false
        return {
          amount: kronor(batch.reduce((sum, { ore }) => sum + ore, 0)),
          way: isOut ? 'DBIT' : 'CRDT',
          name: `E${at}`,
          ...(batch.length > 1 && { count: batch.length }),
          parts: batch.map(({ ore, serial, isOcr, words }) => ({
            amount: kronor(ore),
            ...(isOcr
              ? { ocr: referenceFrom(serial).slice(2), words: [words] }
              : { words: [referenceFrom(serial), words] }),
          })),
        }
      })
      const asked = batches.flatMap((batch) =>
        batch.map(({ ore, serial }) => ({ amount: batch[0]?.isOut ? -ore : ore, reference: referenceFrom(serial) })),
      )
      const files = ways.map((shape) => rowsOf(camt(entries, shape)))
      for (const rows of files) {
        expect(rows).toHaveLength(asked.length)
        for (const [at, row] of rows.entries()) {
          expect(row).toMatchObject({ amount: asked[at]?.amount, because: null })
          expect(row.text.startsWith(asked[at]?.reference ?? '?')).toBe(true)
        }
        const names = rows.map(({ name }) => name)
        expect(new Set(names).size).toBe(names.length)
        expect(names).toEqual(files[0]?.map(({ name }) => name))
      }
    }),
  )
})

test('property: arbitrary bytes are either read or refused, and never throw', () => {
  const pieces = fc.array(
    fc.constantFrom('<', '>', '/', 'Ntry', 'Document', '&', ';', '"', '=', ' ', '<![CDATA[', '\u0000'),
    {
      maxLength: 40,
    },
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        pieces.map((some) => `<${some.join('')}`),
      ),
      (text) => {
        expect(readBankFile(utf8(text))).toHaveProperty('ok')
        expect(() => readXml(text)).not.toThrow()
      },
    ),
  )
})
