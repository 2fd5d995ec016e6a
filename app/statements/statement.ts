import { vatInFee } from '~/payments/public'
import type { Ore } from '~/shared/money'
import { formatClock } from '~/shared/time'

/** What a company did in a month and what of it was ours: each job, each correction of one, and the sums. */
export type Job = {
  id: string
  /** A credit takes off what was corrected, below zero. */
  kind: 'fee' | 'credit'
  startsAt: Date
  title: string
  listOre: Ore
  discountOre: Ore
  customerPaysOre: Ore
  feeOre: Ore
  providerGetsOre: Ore
}

export type StatementSums = {
  jobs: number
  listOre: Ore
  discountOre: Ore
  customerPaysOre: Ore
  feeOre: Ore
  feeVatOre: Ore
  providerGetsOre: Ore
}

/**
 * The commission is what is agreed with the booking and has its VAT in it; the part is counted on the whole month,
 * so that no öre is rounded away job by job.
 */
export function sumsOf(jobs: readonly Job[]): StatementSums {
  const sum = (read: (job: Job) => Ore) => jobs.reduce((whole, job) => whole + read(job), 0)
  const feeOre = sum((job) => job.feeOre)
  return {
    jobs: jobs.filter(({ kind }) => kind === 'fee').length,
    listOre: sum((job) => job.listOre),
    discountOre: sum((job) => job.discountOre),
    customerPaysOre: sum((job) => job.customerPaysOre),
    feeOre,
    feeVatOre: vatInFee(feeOre),
    providerGetsOre: sum((job) => job.providerGetsOre),
  }
}

const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/Stockholm' })

export const dayOfJob = (job: Job) => day.format(job.startsAt)
export const momentOf = (job: Job) => `${dayOfJob(job)} ${formatClock(job.startsAt)}`

export const titleOfJob = ({ kind, title }: Pick<Job, 'kind' | 'title'>) =>
  kind === 'credit' ? `Rättelse: ${title}` : title

/** What a month's fee has come to, once it is over. */
export type Asked = { id: string; status: 'open' | 'paid' | 'struck'; gross: Ore; due: string; reference: string }

/** What of the charge is from before: corrections that were more than the fees of their month. */
export function carriedOre(
  jobs: readonly (Job & { chargeId: string | null })[],
  asked: Pick<Asked, 'id' | 'gross'>,
): Ore {
  const own = jobs.filter(({ chargeId }) => chargeId === asked.id).reduce((sum, { feeOre }) => sum + feeOre, 0)
  return asked.gross - own
}
