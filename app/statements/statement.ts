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

export const dayOfJob = (job: Job) => day.format(job.startsAt)
export const timeOfJob = (job: Job) => time.format(job.startsAt)
export const momentOf = (job: Job) => `${dayOfJob(job)} ${timeOfJob(job)}`
