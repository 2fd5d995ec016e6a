import { data } from 'react-router'
import { z } from 'zod'
import { onlyAdmin } from '~/accounts/public.server'
import { recordAudit } from '~/admin/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { dayOf } from '~/shared/time'
import { settleCompany } from '~/sponsorship/public.server'
import { deletePermit, lockReviewed, readPermit, upsertPermit } from './admin-store.server'

const failure = 'Tillståndet är inte sparat'

const permitForm = z.object({
  number: field.line('Fyll i numret på tillståndet', 60),
  kind: field.line('Fyll i vad tillståndet gäller', 60),
  validUntil: z.iso.date({ error: 'Välj den sista dag som tillståndet gäller' }),
})

/** An admin has seen a guard company's permit. It may be the one thing that was missing for alarms. */
export async function checkPermit(
  house: House,
  signedIn: SignedIn,
  companyId: string,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  const form = parseForm(permitForm, values, failure)
  if (!form.ok) return form
  const now = house.clock.now()
  const { number, kind, validUntil } = form.value
  if (validUntil < dayOf(now)) {
    return refused(failure, {
      fields: { validUntil: 'Den dagen har passerat. Ett tillstånd som har gått ut tas bort i stället.' },
    })
  }
  return house.db.transaction().execute(async (db) => {
    const company = await lockReviewed(db, companyId)
    if (!company) throw data(null, 404)
    if (company.isGone) return refused(failure, { message: 'Företaget är borttaget.' })
    const before = await readPermit(db, companyId)
    await upsertPermit(db, companyId, { number, kind, validUntil, checkedBy: signedIn.person.id, checkedAt: now })
    await settleCompany(db, companyId, now)
    await recordAudit(db, {
      at: now,
      actor: signedIn,
      deed: 'check permit',
      subject: { kind: 'company', id: companyId },
      before: { number: before?.number ?? null, kind: before?.kind ?? null, validUntil: before?.validUntil ?? null },
      after: { number, kind, validUntil },
    })
    return accepted(null)
  })
}

const removal = z.object({
  reason: field.paragraph('Skriv varför tillståndet tas bort', 1000),
  sure: field.ticked('Bekräfta att företaget inte längre ska få larm'),
})

/** An admin takes a permit away: from this moment the company gets no alarms. */
export async function removePermit(
  house: House,
  signedIn: SignedIn,
  companyId: string,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  const form = parseForm(removal, values, 'Tillståndet är kvar')
  if (!form.ok) return form
  const now = house.clock.now()
  await house.db.transaction().execute(async (db) => {
    if (!(await lockReviewed(db, companyId))) throw data(null, 404)
    const before = await readPermit(db, companyId)
    // Removed already, in another tab perhaps.
    if (!before || !(await deletePermit(db, companyId))) return
    await settleCompany(db, companyId, now)
    await recordAudit(db, {
      at: now,
      actor: signedIn,
      deed: 'remove permit',
      subject: { kind: 'company', id: companyId },
      reason: form.value.reason,
      before: { number: before.number, kind: before.kind, validUntil: before.validUntil },
      after: {},
    })
  })
  return accepted(null)
}
