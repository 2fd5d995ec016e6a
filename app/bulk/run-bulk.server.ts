import { readMayAct } from '~/accounts/public.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { type BulkJob, type DeedForMany, endBulkJob, takeRunningJob, updateReached } from './bulk-store.server'

export type BulkPorts = Pick<House, 'db' | 'clock' | 'config' | 'live' | 'wake'>

/** What a slice has bulk work for: whom a job comes to next, and what is done to them. */
export type BulkKind = {
  deeds: readonly DeedForMany[]
  /** The id after `job.reached`; null when there is nobody left. */
  next(db: Database, job: BulkJob): Promise<string | null>
  /** Part of the transaction that notes how far the job has come. False when the deed passes this one by. */
  does(ports: BulkPorts, job: BulkJob, id: string): Promise<boolean>
}

const batch = 50

/**
 * Goes on with what administrators have begun, and returns how many were gone through. Runs as the product itself,
 * for the administrator who began, as long as they may act as one. Each one's change and how far the job has come are one transaction.
 */
export async function runBulk(ports: BulkPorts, kinds: readonly BulkKind[]): Promise<number> {
  let done = 0
  while (done < batch && (await doNext(ports, kinds))) done++
  if (done > 0) {
    ports.live.tell({ to: ['admin'], about: 'work' })
    ports.wake('account mail')
    ports.wake('mail')
  }
  return done
}

/** False when there was nobody left, and nothing to end. */
function doNext(ports: BulkPorts, kinds: readonly BulkKind[]): Promise<boolean> {
  return ports.db.transaction().execute(async (db) => {
    const job = await takeRunningJob(db)
    if (!job) return false
    // An earlier word of somebody who may not act any more is not carried out.
    if (!(await readMayAct(db, job.createdBy, 'admin'))) {
      await endBulkJob(db, job.id, 'stopped', ports.clock.now())
      return true
    }
    const kind = kinds.find(({ deeds }) => deeds.includes(job.deed))
    if (!kind) throw new Error(`Nobody knows how to ${job.deed}`)
    const next = await kind.next(db, job)
    if (next === null) {
      await endBulkJob(db, job.id, 'done', ports.clock.now())
      return true
    }
    await updateReached(db, job.id, next, await kind.does({ ...ports, db }, job, next))
    return true
  })
}

/** Whoever began, for the history of what is done in their name. */
export const beganBy = ({ address, createdBy }: BulkJob) => ({ address, person: { id: createdBy } })
