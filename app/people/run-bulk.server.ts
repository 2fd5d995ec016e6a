import { randomUUID } from 'node:crypto'
import { endSessionsOf, requestAccountMail } from '~/accounts/public.server'
import { recordAudit } from '~/admin/public.server'
import { giveFreeMonths } from '~/membership/public.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { concerns } from './bulk'
import { type BulkJob, endBulkJob, takeRunningJob, updateReached } from './bulk-store.server'
import { peopleSearchFrom } from './people-search'
import { type LockedPerson, lockPerson, readPeople } from './people-store.server'
import { mailMonthsGiven, mailOpening } from './person-mails.server'

type Ports = Pick<House, 'db' | 'clock' | 'config' | 'live' | 'wake'>

const batch = 50

/**
 * Goes on with what administrators have begun, and returns how many people were gone through. Runs as the product
 * itself, for the administrator who began. Each person's change and how far the job has come are one transaction.
 */
export async function runBulk(ports: Ports): Promise<number> {
  let people = 0
  while (people < batch && (await doNext(ports))) people++
  if (people > 0) {
    ports.live.tell({ to: ['admin'], about: 'work' })
    ports.wake('account mail')
    ports.wake('mail')
  }
  return people
}

/** False when there was nobody left, and nothing to end. */
function doNext(ports: Ports): Promise<boolean> {
  return ports.db.transaction().execute(async (db) => {
    const job = await takeRunningJob(db)
    if (!job) return false
    const search = peopleSearchFrom(new URLSearchParams(job.search))
    const [next] = await readPeople(db, search, job.reached ?? newestAt(job), 1)
    if (!next) {
      await endBulkJob(db, job.id, 'done', ports.clock.now())
      return true
    }
    const person = await lockPerson(db, next.id)
    const isConcerned = person !== undefined && concerns(job.deed, person, job.createdBy)
    if (isConcerned) await doDeed(ports, db, job, person)
    await updateReached(db, job.id, next.id, isConcerned)
    return true
  })
}

/** Ids begin with the moment they were made: nobody who joins while a job runs comes into it. */
function newestAt({ createdAt }: BulkJob): string {
  const time = (createdAt.getTime() + 1).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

async function doDeed({ clock, config }: Ports, db: Database, job: BulkJob, person: LockedPerson) {
  const now = clock.now()
  if (job.deed === 'sign out') await endSessionsOf(db, person.id)
  if (job.deed === 'send verification') await requestAccountMail(db, 'verification', person.email)
  if (job.deed === 'tell opening') await mailOpening(db, config.origin, person)
  if (job.deed === 'give months') {
    const months = job.months ?? 0
    const given = await giveFreeMonths(db, person.id, { months, source: 'admin', key: randomUUID(), now })
    if (given) await mailMonthsGiven(db, config.origin, person, months, given.freeUntil)
  }
  await recordAudit(db, {
    at: now,
    actor: { address: job.address, person: { id: job.createdBy } },
    deed: deedInHistory[job.deed],
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
} as const
