import { csvKronor, csvLine } from '~/platform/http/csv.server'

/** A booking as a row of the CSV file. */
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
  providerGetsOre: number
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
  ['Ordinarie pris (kr)', (row) => csvKronor(row.listOre)],
  ['Rabatt (kr)', (row) => csvKronor(row.discountOre)],
  ['Kunden betalar (kr)', (row) => csvKronor(row.customerPaysOre)],
  ['Avgift till plattformen (kr)', (row) => csvKronor(row.feeOre)],
  ['Till företaget (kr)', (row) => csvKronor(row.providerGetsOre)],
  ['Boknings-id', (row) => row.reference],
] as const satisfies readonly (readonly [string, (row: CsvBooking) => string])[]

export const csvHead = csvLine(columns.map(([head]) => head))

export const bookingLine = (row: CsvBooking) => csvLine(columns.map(([, cell]) => cell(row)))
