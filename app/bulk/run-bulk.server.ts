import { sql } from 'kysely'
import { readMayAct } from '~/accounts/public.server'
import type { Database } from '~/platform/database/database.server'
import { isDatabaseFault } from '~/platform/database/errors.server'
import { describeFault } from '~/platform/faults/faults.server'
import type { House } from '~/platform/house.server'
import { oneRun, type Turn } from '~/platform/work/one-run'
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

/** A slice's kind of bulk job: how to find the next subject, and what is done to it. */
export type BulkKind = {
  deeds: readonly DeedForMany[]
  /** The subject after `job.reached`; null when none is left. */
  next(db: Database, job: BulkJob): Promise<string | null>
  /** Does the deed for one subject, in the transaction that stores the progress. False if the subject is skipped. */
  does(ports: BulkPorts, job: BulkJob, id: string): Promise<boolean>
}

const batch = 50

/**
 * Continues the running jobs; returns the number of subjects handled. A system job in the name of the administrator who
 * started it, as long as they still may act as one. Each change commits together with the job's progress.
 */
export function runBulk(ports: BulkPorts, kinds: readonly BulkKind[]): Promise<number> {
  return oneRun(async (run) => {
    let done = 0
    try {
      // A job that fails, for instance because its search times out, does not hold up the others.
      await run.through(async (turn) => {
        const wasDone = done < batch && (await doNext(ports, kinds, turn))
        if (wasDone) done++
        return wasDone
      })
    } finally {
      if (done > 0) {
        ports.live.tell({ to: ['admin'], about: 'work' })
        ports.wake('account mail')
        ports.wake('mail')
      }
    }
    return done
  })
}

/** False if no running job is left. */
function doNext(ports: BulkPorts, kinds: readonly BulkKind[], turn: Turn): Promise<boolean> {
  return ports.db.transaction().execute(async (db) => {
    const job = await takeRunningJob(db, turn.setAside)
    if (!job) return false
    turn.claimed(job.id)
    await goOn({ ...ports, db }, kinds, job)
    return true
  })
}

async function goOn(ports: BulkPorts, kinds: readonly BulkKind[], job: BulkJob) {
  const { db } = ports
  const end = (state: 'done' | 'stopped') => endBulkJob(db, job.id, state, ports.clock.now())
  const kind = kinds.find(({ deeds }) => deeds.includes(job.deed))
  // Stops a job whose creator may no longer act, or whose deed no longer exists in the code.
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
 * Does the deed for one subject within a savepoint. A failure would repeat on every retry and block the rest, so it is
 * rolled back, the subject set aside and the creator told. A fault of the database itself is thrown, so that everything
 * is retried.
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

/** The administrator who started the job, as the actor for the audit log. */
export const beganBy = ({ address, createdBy }: BulkJob) => ({ address, person: { id: createdBy } })
