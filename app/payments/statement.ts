import type { Ore } from '~/shared/money'

/** What a company did in a month and what of it was ours: each job, and the sums. */
export type Job = {
  id: string
  startsAt: Date
  title: string
  list: Ore
  discount: Ore
  customerPays: Ore
  fee: Ore
  providerGets: Ore
}

export type StatementSums = {
  jobs: number
  list: Ore
  discount: Ore
  customerPays: Ore
  fee: Ore
  feeVat: Ore
  providerGets: Ore
}

/**
 * The commission is what is agreed with the booking and has its VAT in it; the part is counted on the whole month,
 * so that no öre is rounded away job by job.
 */
export function sumsOf(jobs: readonly Job[]): StatementSums {
  const sum = (read: (job: Job) => Ore) => jobs.reduce((whole, job) => whole + read(job), 0)
  const fee = sum((job) => job.fee)
  return {
    jobs: jobs.length,
    list: sum((job) => job.list),
    discount: sum((job) => job.discount),
    customerPays: sum((job) => job.customerPays),
    fee,
    feeVat: Math.round(fee / 5),
    providerGets: sum((job) => job.providerGets),
  }
}

const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/Stockholm' })
const time = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'short', timeZone: 'Europe/Stockholm' })

const columns = [
  ['Datum', (job) => day.format(job.startsAt)],
  ['Tid', (job) => time.format(job.startsAt)],
  ['Tjänst', (job) => job.title],
  ['Ordinarie pris (kr)', (job) => decimal(job.list)],
  ['Rabatt (kr)', (job) => decimal(job.discount)],
  ['Kunden betalade (kr)', (job) => decimal(job.customerPays)],
  ['Avgift inkl. moms (kr)', (job) => decimal(job.fee)],
  ['Till företaget (kr)', (job) => decimal(job.providerGets)],
  ['Boknings-id', (job) => job.id],
] as const satisfies readonly (readonly [string, (job: Job) => string])[]

/** For Swedish spreadsheets: semicolons, commas in numbers, and a mark by which å is å. */
export function statementCsv(jobs: readonly Job[]): string {
  const lines = jobs.map((job) => columns.map(([, cell]) => cell(job)))
  return `\uFEFF${[columns.map(([head]) => head), ...lines].map((cells) => `${cells.map(quoted).join(';')}\r\n`).join('')}`
}

/** A spreadsheet runs what begins like a formula, and a company names its own services. */
function quoted(cell: string): string {
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

function decimal(ore: Ore): string {
  const digits = String(ore).padStart(3, '0')
  return `${digits.slice(0, -2)},${digits.slice(-2)}`
}

export const momentOf = (job: Job) => `${day.format(job.startsAt)} ${time.format(job.startsAt)}`
