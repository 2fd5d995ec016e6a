import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import { isFresh, onlyAdmin, readNames } from '~/accounts/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatMoment } from '~/shared/time'
import { bulkDeedLabels, bulkStateLabels } from './bulk'
import { type BulkJob, readBulkJob, readNewestJobs } from './bulk-store.server'
import { describeSearch, peopleSearchFrom, queryOf } from './people-search'
import { readPeople } from './people-store.server'

const firstShown = 5
const mostJobs = 20

/** An admin: what a search would meet, and the jobs of late. */
export async function readBulkStart({ db, clock }: House, signedIn: SignedIn, query: URLSearchParams) {
  onlyAdmin(signedIn)
  const search = peopleSearchFrom(query)
  const first = await readPeople(db, search, null, firstShown + 1)
  return {
    key: randomUUID(),
    isFresh: isFresh(signedIn, clock.now()),
    query: queryOf(search).toString(),
    whom: describeSearch(search),
    names: first.slice(0, firstShown).map(({ name }) => name),
    isMore: first.length > firstShown,
    jobs: await Promise.all((await readNewestJobs(db, mostJobs)).map((job) => shown(db, job))),
  }
}

/** An admin: how far a job has come. */
export async function readBulkProgress({ db }: House, signedIn: SignedIn, id: string) {
  onlyAdmin(signedIn)
  const job = await readBulkJob(db, id)
  if (!job) throw data(null, 404)
  return shown(db, job)
}

async function shown(db: House['db'], job: BulkJob) {
  const names = await readNames(db, [job.createdBy])
  return {
    id: job.id,
    deed: bulkDeedLabels[job.deed],
    whom: describeSearch(peopleSearchFrom(new URLSearchParams(job.search))),
    state: job.state,
    stateLabel: bulkStateLabels[job.state],
    changed: job.changed,
    skipped: job.skipped,
    reason: job.reason,
    begun: formatMoment(job.createdAt),
    by: names.get(job.createdBy) ?? 'Någon som har lämnat',
  }
}
