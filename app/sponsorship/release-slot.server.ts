import { data } from 'react-router'
import { z } from 'zod'
import { readListing } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { settleCampaign, settleCompany } from './settle.server'
import { mayDo } from './slot'
import { mailRelease } from './slot-mails.server'
import { markReleased, readSlotsOf } from './slot-store.server'

const releaseForm = z.object({
  slot: z.string().default(''),
  reason: z
    .string({ error: 'Skriv varför' })
    .trim()
    .min(1, 'Skriv varför, så att företaget förstår')
    .max(500, 'Det får vara högst 500 tecken'),
})

/** An admin, for a company: the month is free for others again. The company is told why. */
export async function releaseSlot(
  house: House,
  { person }: SignedIn,
  companyId: string,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  if (person.role !== 'admin') throw data(null, 403)
  const form = parseForm(releaseForm, values, 'Månaden är inte släppt')
  if (!form.ok) return form
  const { slot: slotId, reason } = form.value
  const now = house.clock.now()
  const done = await house.db.transaction().execute(async (db) => {
    const company = await readListing(db, { id: companyId }, 'hold')
    const slots = await readSlotsOf(db, companyId)
    const slot = slots.find(({ id }) => id === slotId)
    if (!company || !slot) throw data(null, 404)
    // A second press finds it done.
    if (slot.status === 'released') return accepted(null)
    if (!mayDo('release', slot.status)) {
      return refused('Månaden är inte släppt', { message: 'Den har redan passerat.' })
    }
    await markReleased(db, companyId, [slotId], { by: person.id, reason, now })
    if (slot.campaign?.offerId) await settleCampaign(db, companyId, slot.campaign.offerId)
    await settleCompany(db, companyId, now)
    await mailRelease(db, house.config.origin, company, { kind: slot.kind, month: slot.month, reason })
    return accepted(null)
  })
  house.wake('mail')
  return done
}
