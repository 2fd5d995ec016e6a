import { expect, test } from 'vitest'
import { readBankFile } from './bank-file'

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
const utf16OtherWay = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())

const paid = { bookedOn: '2026-11-20', amount: 39_00 }

test.each([
  [
    'semicolons, a title above and a balance column',
    utf8(
      'Kontoutdrag;;;\r\nKonto;1234 56 789;;\r\nBokföringsdag;Belopp;Meddelande;Saldo\r\n2026-11-20;39,00;KV1000017;1 039,00\r\n',
    ),
    [{ ...paid, text: 'KV1000017 · 1 039,00' }],
  ],
  [
    'the date and sum of the list above the headings',
    utf8('Datum;2026-11-21\nBelopp;39,00\nBokföringsdag;Belopp;Meddelande\n2026-11-20;39,00;KV1000017\n'),
    [{ ...paid, text: 'KV1000017' }],
  ],
  [
    'spaces around each value',
    utf8('Datum ; Text ; Belopp \n2026-11-20 ; KV1000017 ; 39,00 \n'),
    [{ ...paid, text: 'KV1000017' }],
  ],
  [
    'invisible characters in headings, amounts, dates and references',
    utf8('Bokförings\u00addag;Belopp\u200b;Meddelande\n\u20602026-11-20;39,\u200b00;KV100\u200b00\u00ad17 \u202eavE\n'),
    [{ ...paid, text: 'KV1000017 avE' }],
  ],
  [
    'commas and quotes',
    utf8('Datum,Text,Belopp\n2026-11-20,"Swish, ""Eva"" KV1000017","39.00"\n'),
    [{ ...paid, text: 'Swish, "Eva" KV1000017' }],
  ],
  [
    'a line break inside quotes',
    utf8('Datum;Text;Belopp\r\n2026-11-20;"Swish\r\nKV1000017";39,00\r\n2026-11-20;"b;\n""c""";"1 243,75"\r\n'),
    [
      { ...paid, text: 'Swish KV1000017' },
      { bookedOn: '2026-11-20', amount: 1_243_75, text: 'b; "c"' },
    ],
  ],
  [
    'quotes inside unquoted values',
    utf8('Datum;Text;Belopp\n2026-11-20;5" rör KV1000017;39,00\n2026-11-20; "Eva" KV1000017 ;39,00\n'),
    [
      { ...paid, text: '5" rör KV1000017' },
      { ...paid, text: '"Eva" KV1000017' },
    ],
  ],
  [
    'an unclosed quote',
    utf8('Datum;Text;Belopp\n2026-11-20;"KV1000017;39,00\n2026-11-20;b;39,00\n'),
    [
      { ...paid, text: '"KV1000017' },
      { ...paid, text: 'b' },
    ],
  ],
  [
    'unclosed quotes in two rows with a row between them',
    utf8('Datum;Text;Belopp\n2026-11-20;"KV1000017;39,00\n2026-11-20;b;39,00\n2026-11-20;hej";39,00\n'),
    [
      { ...paid, text: '"KV1000017' },
      { ...paid, text: 'b' },
      { ...paid, text: 'hej"' },
    ],
  ],
  [
    'unclosed quotes in two consecutive rows',
    utf8('Datum;Text;Belopp\n2026-11-20;"KV1000017;39,00\n2026-11-20;hej";39,00\n'),
    [
      { ...paid, text: '"KV1000017' },
      { ...paid, text: 'hej"' },
    ],
  ],
  [
    'mixed line endings',
    utf8('Datum;Text;Belopp\r2026-11-20;"a";39,00\r\n2026-11-20;b;39,00\n'),
    [
      { ...paid, text: 'a' },
      { ...paid, text: 'b' },
    ],
  ],
  [
    'tabs and Latin-1 encoding',
    latin1('Bokf\u00f6ringsdatum\tTransaktion\tIns\u00e4ttning\n20261120\t\u00c5sa KV1000017\t39\n'),
    [{ ...paid, text: 'Åsa KV1000017' }],
  ],
  [
    'UTF-16 encoding',
    utf16('Datum\tText\tBelopp\r\n2026-11-20\tÅsa KV1000017\t39,00\r\n'),
    [{ ...paid, text: 'Åsa KV1000017' }],
  ],
  [
    'UTF-16 encoding in the other byte order',
    utf16OtherWay('Datum\tText\tBelopp\r\n2026-11-20\tÅsa KV1000017\t39,00\r\n'),
    [{ ...paid, text: 'Åsa KV1000017' }],
  ],
  [
    'a first heading that begins like a zip archive',
    utf8('PK;Datum;Belopp\n1910;2026-11-20;39,00\n'),
    [{ ...paid, text: '1910' }],
  ],
  [
    'signs before amounts and a currency after them',
    utf8('Datum;Belopp;Text\n2026-11-20;+1,243.75;a\n2026-11-20;\u2212500,00;b\n2026-11-20;39,00 SEK;c\n'),
    [
      { bookedOn: '2026-11-20', amount: 1_243_75, text: 'a' },
      { bookedOn: '2026-11-20', amount: -500_00, text: 'b' },
      { ...paid, text: 'c' },
    ],
  ],
  [
    'thousands separators and outgoing amounts',
    utf8(
      'Datum;Belopp;Text\n2026-11-20;1 243,75;a\n2026-11-20;1.243,75;b\n2026-11-20;-500,00;c\n2026-11-20;2 493,75 kr;d\n',
    ),
    [
      { bookedOn: '2026-11-20', amount: 1_243_75, text: 'a' },
      { bookedOn: '2026-11-20', amount: 1_243_75, text: 'b' },
      { bookedOn: '2026-11-20', amount: -500_00, text: 'c' },
      { bookedOn: '2026-11-20', amount: 2_493_75, text: 'd' },
    ],
  ],
])('a CSV file with %s is read', (_, bytes, rows) => {
  expect(readBankFile(bytes)).toMatchObject({ ok: true, rows })
})

/** Half a UTF-16 byte order mark is a letter in Windows-1252: þ and ÿ, in older exports of banks. */
test.each(['þ\t', 'ÿ\t', 'a\u00fe\t', 'a\u00ff\t'])('heading %j is not taken for a byte order mark', (heading) => {
  const bytes = latin1(`${heading}Datum\tBelopp\n1\t2026-11-20\t39,00\n`)
  expect(readBankFile(bytes)).toEqual({ ok: true, rows: [{ ...paid, text: '1', because: null }] })
})

test('lines that are not payments are listed as unreadable, with their text as it stands', () => {
  const file = readBankFile(
    utf8('Datum;Belopp\n2026-11-20;39,00\nSumma;39,00\n2026-13-40;1\n\n2026-11-20;99999999999,00'),
  )
  expect(file).toEqual({
    ok: true,
    rows: [
      { bookedOn: '2026-11-20', amount: 39_00, text: '', because: null },
      { bookedOn: null, amount: 39_00, text: 'Summa · 39,00', because: 'unreadable' },
      { bookedOn: null, amount: 1_00, text: '2026-13-40 · 1', because: 'unreadable' },
      { bookedOn: '2026-11-20', amount: null, text: '2026-11-20 · 99999999999,00', because: 'unreadable' },
    ],
  })
})

test('an amount in another currency is marked as foreign currency, not read as kronor', () => {
  const file = readBankFile(
    utf8('Datum;Belopp;Valuta;Text\n2026-11-20;39,00;EUR;KV1000017\n2026-11-20;39,00;sek;b\n2026-11-20;39,00;;c\n'),
  )
  const rows = [
    { ...paid, text: 'EUR · KV1000017', because: 'foreign currency' },
    { ...paid, text: 'sek · b', because: null },
    { ...paid, text: 'c', because: null },
  ]
  expect(file).toEqual({ ok: true, rows })
})

/**
 * ReDoS: with backtracking from each space, a file of the largest allowed size blocked the process that handles alarms
 * for an hour.
 */
test.each([
  ['text', `2026-11-20;39,00;a${' '.repeat(400_000)}b`, { ...paid, because: null }],
  ['amount', `2026-11-20;39${' '.repeat(400_000)}x;b`, { amount: null, because: 'unreadable' }],
])('a line of nearly nothing but spaces in its %s is parsed without ReDoS', (_, line, row) => {
  expect(readBankFile(utf8(`Datum;Belopp;Text\n2026-11-20;1;a\n${line}\n`))).toMatchObject({ rows: [{}, row] })
})

test('a file of 2000 rows, the maximum, is read whole', () => {
  const file = readBankFile(utf8(`Datum;Belopp\n${'2026-11-20;1\n'.repeat(2000)}`))
  expect(file.ok && file.rows.length).toBe(2000)
})

test.each([
  ['no headings', 'a;b\n1;2\n', 'rubriker'],
  ['no payments', 'Datum;Belopp\n', 'både ett datum och ett belopp'],
  ['no content', '', 'tom'],
  ['only blank lines', ' \r\n\n', 'tom'],
  ['the content of an image', '\u0089PNG\r\n\u001a\n\0\0', 'Den här går inte att läsa som text'],
  ['the content of a spreadsheet', 'PK\u0003\u0004\u0014\0\u0006\0', 'spara det som CSV'],
  ['too many rows', `Datum;Belopp\n${'2026-11-20;1\n'.repeat(2001)}`, 'fler än 2000'],
])('a file with %s is refused with an explanation', (_, text, because) => {
  expect(readBankFile(utf8(text))).toMatchObject({ ok: false, because: expect.stringContaining(because) })
})
