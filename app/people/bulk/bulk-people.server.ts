import { randomUUID } from 'node:crypto'
import {
  endSessionsOf,
  type LockedPerson,
  lockPerson,
  readNames,
  readPeople,
  requestAccountMail,
} from '~/accounts/public.server'
import { recordAudit } from '~/audit/public.server'
import { type BulkJob, type BulkKind, type BulkPorts, type BulkWords, beganBy } from '~/bulk/public.server'
import { giveFreeMonths } from '~/membership/public.server'
import { isNameIn, namesOf } from '~/shared/chosen'
import { describeSearch, peopleSearchFrom } from '../people-search'
import { mailMonthsGiven, mailOpening } from '../person-mails.server'
import { type BulkDeed, bulkDeedLabels, concerns } from './bulk'

const searchOf = ({ search }: BulkJob) => peopleSearchFrom(new URLSearchParams(search))

export const peopleBulkWords: BulkWords = {
  labels: bulkDeedLabels,
  whom: (job) => describeSearch(searchOf(job)),
  namesOf: readNames,
}

/** The bulk job for everyone that a search finds, newest first. */
export const peopleBulk: BulkKind = {
  deeds: namesOf(bulkDeedLabels),
  async next(db, job) {
    const [next] = await readPeople(db, searchOf(job), job.reached ?? newestAt(job), 1)
    return next?.id ?? null
  },
  async does(ports, job, id) {
    const { deed } = job
    if (!isNameIn(bulkDeedLabels, deed)) throw new RangeError(`Nothing that is done to people: ${deed}`)
    const person = await lockPerson(ports.db, id)
    if (!person || !concerns(deed, person, job.createdBy)) return false
    await doDeed(ports, job, deed, person)
    return true
  },
}

/**
 * The largest id (UUIDv7, which begins with its time) at the job's start. People who join while the job runs are not
 * included.
 */
function newestAt({ createdAt }: BulkJob): string {
  const time = (createdAt.getTime() + 1).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

async function doDeed({ db, clock, config }: BulkPorts, job: BulkJob, deed: BulkDeed, person: LockedPerson) {
  const now = clock.now()
  if (deed === 'sign out') await endSessionsOf(db, person.id)
  if (deed === 'send verification') await requestAccountMail(db, 'verification', person.email)
  if (deed === 'tell opening') await mailOpening(db, config.origin, person)
  if (deed === 'give months') {
    const months = job.months ?? 0
    const given = await giveFreeMonths(db, person.id, { months, source: 'admin', key: randomUUID(), now })
    if (given) await mailMonthsGiven(db, config.origin, person, months, given.freeUntil)
  }
  await recordAudit(db, {
    at: now,
    actor: beganBy(job),
    deed: deedInHistory[deed],
    subject: { kind: 'person', id: person.id },
    reason: job.reason,
    before: {},
    after: { job: job.id, ...(job.months && { months: job.months }) },
  })
}

const deedInHistory = {
  'sign out': 'sign out person',
  'send verification': 'send verification mail',
  'give months': 'give free months',
  'tell opening': 'tell of opening',
} as const satisfies Record<BulkDeed, string>
