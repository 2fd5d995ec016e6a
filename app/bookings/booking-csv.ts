/** Bookings as a file that Swedish spreadsheets open without questions: semicolons, commas in numbers, UTF-8 with a mark. */
export type CsvBooking = {
  day: string
  time: string
  service: string
  status: string
  customer: string
  phone: string
  address: string
  listOre: number
  discountOre: number
  customerPaysOre: number
  feeOre: number
  toProviderOre: number
  reference: string
}

const columns = [
  ['Datum', (row) => row.day],
  ['Tid', (row) => row.time],
  ['Tjänst', (row) => row.service],
  ['Status', (row) => row.status],
  ['Kund', (row) => row.customer],
  ['Telefon', (row) => row.phone],
  ['Adress', (row) => row.address],
  ['Ordinarie pris (kr)', (row) => decimal(row.listOre)],
  ['Rabatt (kr)', (row) => decimal(row.discountOre)],
  ['Kunden betalar (kr)', (row) => decimal(row.customerPaysOre)],
  ['Avgift till plattformen (kr)', (row) => decimal(row.feeOre)],
  ['Till företaget (kr)', (row) => decimal(row.toProviderOre)],
  ['Boknings-id', (row) => row.reference],
] as const satisfies readonly (readonly [string, (row: CsvBooking) => string])[]

/** The byte order mark is how a spreadsheet knows that å is å. */
export const csvHead = `\uFEFF${lineOf(columns.map(([head]) => head))}`

export function csvLine(row: CsvBooking): string {
  return lineOf(columns.map(([, cell]) => cell(row)))
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(quoted).join(';')}\r\n`
}

function quoted(cell: string): string {
  const harmless = withoutFormula(cell)
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A spreadsheet runs what begins like a formula, and a customer chooses their own name. A phone number is none. */
function withoutFormula(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) && !/^\+?[\d\s-]+$/.test(cell) ? `'${cell}` : cell
}

/** "1234,50": öre are counted and not divided. */
function decimal(ore: number): string {
  const digits = String(ore).padStart(3, '0')
  return `${digits.slice(0, -2)},${digits.slice(-2)}`
}
