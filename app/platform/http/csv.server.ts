import type { Ore } from '~/shared/money'
import { downloadOf } from './download.server'

/** Lists as files that Swedish spreadsheets open without questions: semicolons, UTF-8 with a mark. */

/** The byte order mark is how a spreadsheet knows that å is å. */
const mark = '\uFEFF'

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(';')}\r\n`
}

/** "1234,50": öre are counted and not divided. */
export function csvKronor(ore: Ore): string {
  const digits = String(ore).padStart(3, '0')
  return `${digits.slice(0, -2)},${digits.slice(-2)}`
}

export function csvDownload(fileName: string, lines: AsyncGenerator<string>): Response {
  return downloadOf(bytesOf(lines), { fileName, type: 'text/csv; charset=utf-8' })
}

async function* bytesOf(lines: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder()
  yield bytes.encode(mark)
  for await (const line of lines) yield bytes.encode(line)
}

function quoted(cell: string): string {
  const harmless = withoutFormula(cell)
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A spreadsheet runs what begins like a formula, and people choose their own names. A phone number is none. */
function withoutFormula(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) && !/^[+-]?[\d\s,.-]+$/.test(cell) ? `'${cell}` : cell
}
