import { readNames } from '~/accounts/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { isNameIn, namesOf } from '~/shared/chosen'
import { notThere, type ReadBy } from '~/shared/outcome'
import { formatMomentSeen } from '~/shared/time'
import { bulkStateLabels } from './bulk'
import { type BulkJob, type DeedForMany, readBulkJob, readNewestJobs } from './bulk-store.server'

/** A slice's words for its deeds, and for the subjects of a job. */
export type BulkWords = {
  labels: Partial<Record<DeedForMany, string>>
  whom(job: BulkJob): string
  /** The names of subjects that were set aside, by id. */
  namesOf(db: Database, ids: string[]): Promise<Map<string, string>>
}

const mostJobs = 20

/** The latest jobs of one kind, for an administrator. */
export async function readBulkJobs({ db, clock }: House, signedIn: SignedIn, words: BulkWords) {
  onlyAdmin(signedIn)
  const jobs = await readNewestJobs(db, namesOf(words.labels), mostJobs)
  return shown(db, jobs, words, clock.now())
}

/** The progress of a job of this kind, for an administrator. */
export async function readBulkProgress({ db, clock }: House, signedIn: SignedIn, id: string, words: BulkWords) {
  onlyAdmin(signedIn)
  const job = await readBulkJob(db, id)
  if (!job || !isNameIn(words.labels, job.deed)) return notThere
  const [only] = await shown(db, [job], words, clock.now())
  if (!only) return notThere
  return only
}

export type BulkJobShown = ReadBy<typeof readBulkProgress>

async function shown(db: Database, jobs: readonly BulkJob[], { labels, whom, namesOf: called }: BulkWords, now: Date) {
  const aside = jobs.flatMap(({ setAside }) => setAside)
  const calledAs = aside.length > 0 ? await called(db, aside) : new Map<string, string>()
  const names = await readNames(db, [...new Set(jobs.map(({ createdBy }) => createdBy))])
  return jobs.map((job) => ({
    id: job.id,
    deed: labels[job.deed] ?? job.deed,
    whom: whom(job),
    state: job.state,
    stateLabel: bulkStateLabels[job.state],
    changed: job.changed,
    skipped: job.skipped,
    setAside: job.setAside.map((id) => ({ id, name: calledAs.get(id) ?? 'Någon som har lämnat' })),
    reason: job.reason,
    begun: formatMomentSeen(job.createdAt, now),
    by: names.get(job.createdBy) ?? 'Någon som har lämnat',
  }))
}
