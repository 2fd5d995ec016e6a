import { vatInFee } from '~/payments/public'
import type { Ore } from '~/shared/money'
import { formatClock } from '~/shared/time'

/** A line of a company's month: a job, or a correction of one. */
export type Job = {
  id: string
  /** A credit has negative amounts: what the correction took off. */
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
 * The sums of a month. A job's fee is agreed at booking, including VAT. The VAT is calculated on the month's sum, so
 * that no öre is lost to rounding job by job.
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

/** The charge for a month's fee, once the month is over. */
export type Asked = { id: string; status: 'open' | 'paid' | 'struck'; gross: Ore; due: string; reference: string }

/**
 * The part of the charge that is carried over from earlier months: corrections that exceeded the fees of their month.
 */
export function carriedOre(
  jobs: readonly (Job & { chargeId: string | null })[],
  asked: Pick<Asked, 'id' | 'gross'>,
): Ore {
  const own = jobs.filter(({ chargeId }) => chargeId === asked.id).reduce((sum, { feeOre }) => sum + feeOre, 0)
  return asked.gross - own
}
