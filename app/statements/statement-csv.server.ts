import { csvClock, csvKronor, csvLine } from '~/platform/http/csv.server'
import { dayOfJob, type Job, titleOfJob } from './statement'

const columns = [
  ['Datum', dayOfJob],
  ['Tid', (job) => csvClock(job.startsAt)],
  ['Tjänst', titleOfJob],
  ['Ordinarie pris (kr)', (job) => csvKronor(job.listOre)],
  ['Rabatt (kr)', (job) => csvKronor(job.discountOre)],
  ['Kunden betalar (kr)', (job) => csvKronor(job.customerPaysOre)],
  ['Avgift inkl. moms (kr)', (job) => csvKronor(job.feeOre)],
  ['Till företaget (kr)', (job) => csvKronor(job.providerGetsOre)],
  ['Boknings-id', (job) => job.id],
] as const satisfies readonly (readonly [string, (job: Job) => string])[]

/** A month's jobs as lines of CSV. */
export async function* statementCsv(jobs: readonly Job[]): AsyncGenerator<string> {
  yield csvLine(columns.map(([head]) => head))
  for (const job of jobs) yield csvLine(columns.map(([, cell]) => cell(job)))
}
