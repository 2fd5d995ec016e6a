import type { Ore } from '~/shared/money'
import { dayOf } from '~/shared/time'
import { downloadOf } from './download.server'
import { goesOn, mostRows } from './most-rows'

/** CSV that Swedish spreadsheet programs open without questions: semicolons, UTF-8 with a byte order mark. */

/** The byte order mark makes spreadsheet programs read the file as UTF-8. */
const mark = '\uFEFF'

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(';')}\r\n`
}

/** "1234,50". By text operations on whole öre, without rounding. */
export function csvKronor(ore: Ore): string {
  const digits = String(ore).padStart(3, '0')
  return `${digits.slice(0, -2)},${digits.slice(-2)}`
}

const minute = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'short', timeZone: 'Europe/Stockholm' })
const second = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'medium', timeZone: 'Europe/Stockholm' })

/** "05:06": spreadsheets recognise a time by the colon. */
export const csvClock = (moment: Date) => minute.format(moment)
/** "2026-11-25 05:06": with the year, so that a spreadsheet can sort it. */
export const csvMoment = (moment: Date) => `${dayOf(moment)} ${csvClock(moment)}`
/** "2026-11-25 05:06:07": for times that may have to be proved. */
export const csvInstant = (moment: Date) => `${dayOf(moment)} ${second.format(moment)}`

const batch = 500

type Pages<Row> = {
  head: readonly string[]
  /** Reads the rows after the cursor `before`, the id of the last row of the previous page. */
  read: (before: string | null, limit: number) => Promise<readonly Row[]>
  cells: (row: Row) => readonly string[]
  most?: number
}

/** Streams a list as CSV, page by page. If there are more rows than the file may have, its last line says so. */
export async function* csvOfPages<Row extends { id: string }>({ head, read, cells, most = mostRows }: Pages<Row>) {
  yield csvLine(head)
  let left = most
  let before: string | null = null
  while (left > 0) {
    const limit = Math.min(batch, left)
    const rows = await read(before, limit + 1)
    for (const row of rows.slice(0, limit)) yield csvLine(cells(row))
    if (rows.length <= limit) return
    before = rows[limit - 1]?.id ?? null
    left -= limit
  }
  yield csvLine([goesOn(most)])
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

/**
 * CSV injection: spreadsheets execute cells that begin like a formula, and people choose their own names. Phone numbers
 * and amounts are left alone.
 */
function withoutFormula(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) && !/^[+-]?[\d\s,.-]+$/.test(cell) ? `'${cell}` : cell
}
