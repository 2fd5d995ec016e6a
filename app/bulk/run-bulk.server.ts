import { sql } from 'kysely'
import { readMayAct } from '~/accounts/public.server'
import type { Database } from '~/platform/database/database.server'
import { isDatabaseFault } from '~/platform/database/errors.server'
import { describeFault } from '~/platform/faults/faults.server'
import type { House } from '~/platform/house.server'
import {
  type BulkJob,
  type DeedForMany,
  endBulkJob,
  takeRunningJob,
  updateReached,
  updateSetAside,
} from './bulk-store.server'
import { tellOfSetAside } from './tell-of-set-aside.server'

export type BulkPorts = Pick<House, 'db' | 'clock' | 'config' | 'live' | 'wake' | 'log'>

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
  const failed = new Map<string, unknown>()
  let done = 0
  try {
    while (done < batch && (await doNext(ports, kinds, failed))) done++
  } finally {
    if (done > failed.size) {
      ports.live.tell({ to: ['admin'], about: 'work' })
      ports.wake('account mail')
      ports.wake('mail')
    }
  }
  for (const fault of failed.values()) throw fault
  return done
}

/** False when there was nobody left, and nothing to end. A job that cannot go on, as when its search takes too long, keeps no other back. */
async function doNext(ports: BulkPorts, kinds: readonly BulkKind[], failed: Map<string, unknown>): Promise<boolean> {
  let taken: string | undefined
  try {
    return await ports.db.transaction().execute(async (db) => {
      const job = await takeRunningJob(db, [...failed.keys()])
      if (!job) return false
      taken = job.id
      await goOn({ ...ports, db }, kinds, job)
      return true
    })
  } catch (error) {
    // Without a job there is nothing to pass by: the database is away.
    if (taken === undefined) throw error
    failed.set(taken, error)
    return true
  }
}

async function goOn(ports: BulkPorts, kinds: readonly BulkKind[], job: BulkJob) {
  const { db } = ports
  const end = (state: 'done' | 'stopped') => endBulkJob(db, job.id, state, ports.clock.now())
  const kind = kinds.find(({ deeds }) => deeds.includes(job.deed))
  // An earlier word of somebody who may not act any more is not carried out; nor is one that nobody knows by now.
  if (!kind || !(await readMayAct(db, job.createdBy, 'admin'))) {
    return await end('stopped')
  }
  const next = await kind.next(db, job)
  if (next === null) {
    await end('done')
    if (job.setAside.length > 0) await tellOfSetAside(db, job)
    return
  }
  await doOne(ports, kind, job, next)
}

/**
 * A deed that fails for one would fail for that one again, and all behind it would wait: it is undone, set aside and shown
 * to whoever began, and the job goes on. When it is the database that is away, everything is tried again instead.
 */
async function doOne(ports: BulkPorts, kind: BulkKind, job: BulkJob, id: string) {
  const { db, log } = ports
  await sql`savepoint one_deed`.execute(db)
  try {
    await updateReached(db, job.id, id, await kind.does(ports, job, id))
  } catch (error) {
    if (isDatabaseFault(error)) throw error
    log.error({ error: describeFault(error), job: job.id, about: id }, 'a deed for many failed for one')
    await sql`rollback to savepoint one_deed`.execute(db)
    await updateSetAside(db, job.id, id)
  }
}

/** Whoever began, for the history of what is done in their name. */
export const beganBy = ({ address, createdBy }: BulkJob) => ({ address, person: { id: createdBy } })
