import { CsvError, parse } from 'csv-parse/sync'
import { withoutUnseen } from '~/shared/fields'
import { type Ore, parseKronor } from '~/shared/money'
import { type BankFile, type BankRow, dayFrom, LARGEST_AMOUNT, lineOf, MOST_ROWS } from './bank-row'
import { readCamt } from './camt'

export const emptyFile = 'Filen är tom. Hämta den från banken igen.'

/**
 * Parses a bank's list of incoming payments: a camt file or CSV. Every bank has its own CSV columns and its own lines
 * above them, so columns are found by their headings. All columns that may hold the payer's message are read as one
 * text.
 */
const headings = {
  date: /^(bokf[öo]rings?(dag|datum|dat)|bokf[öo]rd|datum|transaktions(dag|datum)|dag|date|reskontradatum|valutadag)$/i,
  amount: /^(belopp|insatt|ins[äa]ttning|ins\.?\/uttag|belopp i sek|amount|summa|kredit)$/i,
  currency: /^(valuta(kod)?|currency)$/i,
}

export function readBankFile(bytes: Uint8Array): BankFile {
  const text = textOf(bytes)
  const because = whyNoText(bytes, text)
  if (because) return { ok: false, because }
  return /^\s*</.test(text) ? readCamt(text) : readCsv(withoutUnseen(text))
}

function readCsv(text: string): BankFile {
  const table = tableOf(text)
  const top = table.findIndex((cells) => cells.some(is(headings.date)) && cells.some(is(headings.amount)))
  const head = table[top]
  if (!head) {
    return {
      ok: false,
      because: 'Filen har ingen rad med rubriker för datum och belopp, till exempel Bokföringsdag och Belopp.',
    }
  }
  const date = head.findIndex(is(headings.date))
  const amountAt = head.findIndex(is(headings.amount))
  const currency = head.findIndex(is(headings.currency))
  const body = table.slice(top + 1).filter((cells) => cells.some((cell) => cell !== ''))
  if (body.length > MOST_ROWS) return { ok: false, because: `Filen har fler än ${MOST_ROWS} rader. Dela upp den.` }
  const rows = body.map((cells): BankRow => {
    const bookedOn = dayFrom(cells[date] ?? '')
    const amount = amountFrom(cells[amountAt] ?? '')
    if (bookedOn === null || amount === null) return { bookedOn, amount, text: lineOf(cells), because: 'unreadable' }
    const text = lineOf(cells.filter((_, column) => column !== date && column !== amountAt))
    return { bookedOn, amount, text, because: isKronor(cells[currency] ?? '') ? null : 'foreign currency' }
  })
  if (rows.every(({ because }) => because === 'unreadable')) {
    return { ok: false, because: 'Ingen rad i filen har både ett datum och ett belopp.' }
  }
  return { ok: true, rows }
}

/** A missing currency counts as kronor. */
const isKronor = (currency: string) => /^(sek|kr|)$/i.test(currency)

const is = (heading: RegExp) => (cell: string) => heading.test(cell)

/** A binary file (spreadsheet, PDF) has no headings to look for. Says which file to fetch instead. */
function whyNoText(bytes: Uint8Array, text: string): string | null {
  if (text.trim() === '') return emptyFile
  // The signature of a zip archive; an .xlsx spreadsheet is one.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4) {
    return 'Filen är ett kalkylark. Öppna det och spara det som CSV, eller hämta en CSV-fil från banken.'
  }
  if (text.startsWith('%PDF-') || text.includes('\0')) {
    return 'Den här går inte att läsa som text. Hämta kontohändelserna från banken som camt eller CSV.'
  }
  return null
}

/**
 * Detects the encoding. A spreadsheet's "Unicode text" begins with a UTF-16 byte order mark; some banks write
 * Windows-1252, which shows as invalid UTF-8.
 */
function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Not every bank quotes what a payer wrote, and a payer may write a quotation mark. If the quotes are unbalanced, or a
 * cell contains whole rows, the file is parsed again with quotes as ordinary characters. So no payer's message can hide
 * another payment.
 */
function tableOf(text: string): string[][] {
  const delimiter = separatorOf(text)
  const shape = { delimiter, record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, trim: true }
  const isRow = (line: string) => line.includes(delimiter) && /\d{4}[-/.]?\d{2}[-/.]?\d{2}/.test(line)
  const holdsRow = (cell: string) =>
    cell
      .split(/[\r\n]+/)
      .slice(1)
      .some(isRow)
  try {
    // `relax_quotes`: a quotation mark inside an unquoted value (5" for five inches) is allowed.
    const table: string[][] = parse(text, { ...shape, quote: '"', relax_quotes: true })
    if (!table.flat().some(holdsRow)) return table
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
  }
  return parse(text, { ...shape, quote: null })
}

function separatorOf(text: string): string {
  const lines = text.split(/\r\n|\r|\n/, 30)
  const count = (separator: string) => Math.max(0, ...lines.map((line) => line.split(separator).length))
  return [';', '\t', ','].sort((a, b) => count(b) - count(a))[0] ?? ';'
}

/** No sum is longer than this. Longer cells are not parsed. */
const longestSum = 60

/** "39,00", "39.00", "1 243,75", "1.243,75", "-500,00", "+39", "39,00 kr" */
function amountFrom(text: string): Ore | null {
  if (text.length > longestSum) return null
  const [, sign, rest = ''] = /^([-+−]?)\s*(.+)$/.exec(text) ?? []
  const thousandsByPoint = /^\d{1,3}(\.\d{3})+(,\d{1,2})?$/.test(rest) ? rest.replaceAll('.', '') : rest
  const thousandsByComma = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(thousandsByPoint)
    ? thousandsByPoint.replaceAll(',', '')
    : thousandsByPoint
  const ore = parseKronor(thousandsByComma.replace(/\s*sek$/i, ''))
  if (ore === null || ore > LARGEST_AMOUNT) return null
  return sign === '-' || sign === '−' ? -ore : ore
}
