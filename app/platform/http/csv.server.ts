import type { Ore } from '~/shared/money'

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

/** Sent while it is read: a file of a million lines is never in memory. */
export function csvDownload(fileName: string, lines: AsyncGenerator<string>): Response {
  const bytes = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(bytes.encode(mark)),
    async pull(stream) {
      const { value, done } = await lines.next()
      if (done) stream.close()
      else stream.enqueue(bytes.encode(value))
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

function quoted(cell: string): string {
  const harmless = withoutFormula(cell)
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A spreadsheet runs what begins like a formula, and people choose their own names. A phone number is none. */
function withoutFormula(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) && !/^[+-]?[\d\s,.-]+$/.test(cell) ? `'${cell}` : cell
}
