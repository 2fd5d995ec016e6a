import { z } from 'zod'
import { recordAudit } from '~/audit/public.server'
import { readListing } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { mayDo } from '../slot'
import { mailRelease } from '../slot-mails.server'
import { readSlotsOf } from '../slot-store.server'
import { letGo } from './let-go.server'

const releaseForm = z.object({
  slot: z.string().default(''),
  reason: field.paragraph('Skriv varför, så att företaget förstår', 500),
})

/** An admin lets go of a company's month, so that others can book it. The company is told why. */
export async function releaseSlot(
  house: House,
  signedIn: SignedIn,
  companyId: string,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  const form = parseForm(releaseForm, values, 'Månaden är inte släppt')
  if (!form.ok) return form
  const { slot: slotId, reason } = form.value
  const now = house.clock.now()
  const done = await house.db.transaction().execute(async (db) => {
    const company = await readListing(db, { id: companyId }, 'hold')
    const slots = await readSlotsOf(db, companyId)
    const slot = slots.find(({ id }) => id === slotId)
    if (!company || !slot) return notThere
    // Idempotent: a second press changes nothing.
    if (slot.status === 'released') return accepted(null)
    if (!mayDo('release', slot.status)) {
      return refused('Månaden är inte släppt', { message: 'Den har redan passerat.' })
    }
    const [credit = null] = await letGo({ ...house, db }, companyId, [slot], { by: signedIn.person.id, reason })
    await recordAudit(db, {
      at: now,
      actor: signedIn,
      deed: 'release month',
      subject: { kind: 'company', id: companyId },
      reason,
      before: { status: slot.status, month: `${slot.kind} ${slot.month}` },
      after: { status: 'released', creditNote: credit?.creditNumber ?? null },
    })
    await mailRelease(db, house.config, company, { kind: slot.kind, month: slot.month, reason, credit })
    return accepted(null)
  })
  if (!done.ok) return done
  house.wake('messages')
  house.live.tell({ to: [`company:${companyId}`, 'admin'], about: 'payments' })
  return done
}
