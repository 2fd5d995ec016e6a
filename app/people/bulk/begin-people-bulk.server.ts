import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { refuseStaleLogin } from '~/accounts/public.server'
import { beginBulk, insertBulkJob } from '~/bulk/public.server'
import type { Asked } from '~/door/deed.server'
import { onlyAdmin } from '~/door/guard.server'
import type { Database } from '~/platform/database/database.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type Outcome } from '~/shared/outcome'
import { everyone, peopleSearchFrom, queryOf } from '../people-search'
import { chosenDeeds } from './bulk'

const failure = 'Ingenting har börjat'
const bulkForm = z.object({
  key: anId({ error: 'Ladda om sidan och försök igen' }),
  search: z.string().max(500).default(''),
  deed: z.enum(chosenDeeds, { error: 'Välj vad som ska göras' }),
  months: field.whole(1, 24, 'Skriv ett antal från 1 till 24'),
  reason: field.paragraph('Skriv varför', 1000),
  sure: field.ticked('Bekräfta att det gäller alla i urvalet'),
})

/**
 * An admin starts a bulk job for everyone that a search finds. Idempotent by key: returns the id of the job, also if it
 * was started before.
 */
export async function beginPeopleBulk(asked: Asked): Promise<Outcome<{ id: string }>> {
  onlyAdmin(asked.signedIn)
  const form = parseForm(bulkForm, asked.values, failure)
  if (!form.ok) return form
  const stale = await refuseStaleLogin(asked, failure)
  if (stale) return stale
  const { key: id, deed, months, reason } = form.value
  const search = queryOf(peopleSearchFrom(new URLSearchParams(form.value.search))).toString()
  return accepted(await beginBulk(asked, { id, deed, search, reason, ...(deed === 'give months' && { months }) }))
}

/** An admin opens a postcode: starts the job that tells its members. Part of the caller's transaction. */
export async function tellOfOpening(db: Database, { house, signedIn }: Asked, code: string, reason: string) {
  onlyAdmin(signedIn)
  await insertBulkJob(db, {
    id: randomUUID(),
    deed: 'tell opening',
    search: queryOf({ ...everyone, role: 'member', postcode: code }).toString(),
    reason,
    createdBy: signedIn.person.id,
    address: signedIn.address,
    createdAt: house.clock.now(),
  })
}
