import { recordAudit } from '~/audit/public.server'
import type { Asked } from '~/door/deed.server'
import { onlyAdmin } from '~/door/guard.server'
import { accepted, type Outcome } from '~/shared/outcome'
import { endBulkJob, insertBulkJob, type NewBulkJob, readBulkJob } from './bulk-store.server'

type Begun = Omit<NewBulkJob, 'createdBy' | 'address' | 'createdAt'>

/**
 * An administrator starts a job. The caller has validated the form and required a fresh login. Idempotent by the job's
 * id.
 */
export async function beginBulk({ house, signedIn }: Asked, job: Begun): Promise<{ id: string }> {
  onlyAdmin(signedIn)
  const now = house.clock.now()
  const { id, deed, reason } = job
  await house.db.transaction().execute(async (db) => {
    const by = { createdBy: signedIn.person.id, address: signedIn.address, createdAt: now }
    if (!(await insertBulkJob(db, { ...job, ...by }))) return
    await recordAudit(db, {
      at: now,
      actor: signedIn,
      deed: 'begin bulk job',
      subject: { kind: 'bulk job', id },
      reason,
      before: {},
      after: { deed, ...(job.chosen ? { chosen: job.chosen.length } : { search: job.search ?? '' }) },
    })
  })
  house.wake('bulk work')
  return { id }
}

/** An administrator stops a job. Changes already made remain. */
export async function stopBulk({ house, signedIn }: Asked, id: string): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  const now = house.clock.now()
  await house.db.transaction().execute(async (db) => {
    const job = await readBulkJob(db, id)
    if (job?.state !== 'running') return
    await endBulkJob(db, id, 'stopped', now)
    const subject = { kind: 'bulk job' as const, id }
    const counts = { changed: job.changed, skipped: job.skipped }
    await recordAudit(db, { at: now, actor: signedIn, deed: 'stop bulk job', subject, before: {}, after: counts })
  })
  return accepted(null)
}
