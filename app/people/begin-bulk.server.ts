import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Asked, onlyAdmin, refuseStaleLogin } from '~/accounts/public.server'
import { recordAudit } from '~/admin/public.server'
import type { Database } from '~/platform/database/database.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome } from '~/shared/outcome'
import { chosenDeeds } from './bulk'
import { endBulkJob, insertBulkJob, readBulkJob } from './bulk-store.server'
import { everyone, peopleSearchFrom, queryOf } from './people-search'

const failure = 'Ingenting har börjat'
const bulkForm = z.object({
  key: z.uuid({ error: 'Ladda om sidan och försök igen' }),
  search: z.string().max(500).default(''),
  deed: z.enum(chosenDeeds, { error: 'Välj vad som ska göras' }),
  months: field.whole(1, 24, 'Skriv ett antal från 1 till 24'),
  reason: field.paragraph('Skriv varför', 1000),
  sure: field.ticked('Bekräfta att det gäller alla i urvalet'),
})

/** An admin: begins a deed for everyone that a search finds. Returns the job's id, the same if it was begun before. */
export async function beginBulk(asked: Asked): Promise<Outcome<{ id: string }>> {
  onlyAdmin(asked.signedIn)
  const form = parseForm(bulkForm, asked.values, failure)
  if (!form.ok) return form
  const stale = await refuseStaleLogin(asked, failure)
  if (stale) return stale
  const { house, signedIn } = asked
  const { key: id, deed, months, reason } = form.value
  const search = queryOf(peopleSearchFrom(new URLSearchParams(form.value.search))).toString()
  const now = house.clock.now()
  await house.db.transaction().execute(async (db) => {
    const isNew = await insertBulkJob(db, {
      id,
      deed,
      search,
      months: deed === 'give months' ? months : null,
      reason,
      createdBy: signedIn.person.id,
      address: signedIn.address,
      createdAt: now,
    })
    if (!isNew) return
    const subject = { kind: 'bulk job' as const, id }
    await recordAudit(db, {
      at: now,
      actor: signedIn,
      deed: 'begin bulk job',
      subject,
      reason,
      before: {},
      after: { deed, search },
    })
  })
  house.wake('bulk work')
  return accepted({ id })
}

/** An admin, as part of opening a postcode: its members hear of it. */
export async function tellOfOpening(db: Database, { house, signedIn }: Asked, code: string, reason: string) {
  onlyAdmin(signedIn)
  await insertBulkJob(db, {
    id: randomUUID(),
    deed: 'tell opening',
    search: queryOf({ ...everyone, role: 'member', postcode: code }).toString(),
    months: null,
    reason,
    createdBy: signedIn.person.id,
    address: signedIn.address,
    createdAt: house.clock.now(),
  })
}

/** An admin: those who are done stay done. */
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
