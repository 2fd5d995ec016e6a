import { data } from 'react-router'
import { readListing } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { settleCampaign, settleCompany } from './settle.server'
import { mayDo } from './slot'
import { mailActivation } from './slot-mails.server'
import { markActive, readSlotsOf } from './slot-store.server'

/**
 * An admin, for a company: the payment of these months is here. `slots` is one text, ids with commas between
 * them. Asked twice, nothing more happens, and no second mail is sent.
 */
export async function activateSlots(
  house: House,
  { person }: SignedIn,
  companyId: string,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  if (person.role !== 'admin') throw data(null, 403)
  const now = house.clock.now()
  const asked = new Set((values.slots ?? '').split(','))
  const done = await house.db.transaction().execute(async (db) => {
    const company = await readListing(db, { id: companyId }, 'hold')
    const slots = (await readSlotsOf(db, companyId)).filter(({ id }) => asked.has(id))
    if (!company || slots.length === 0) throw data(null, 404)
    if (company.isClosed || slots.some(({ status }) => status !== 'active' && !mayDo('activate', status))) {
      return refused('Inget är ändrat', {
        message: 'Månaden väntar inte längre på betalning. Ladda om sidan och se hur det står till.',
      })
    }
    const paid = slots.filter(({ status }) => mayDo('activate', status))
    if (paid.length === 0) return accepted(null)

    const ids = paid.map(({ id }) => id)
    await markActive(db, companyId, ids, person.id, now)
    const campaigns = new Set(paid.flatMap(({ campaign }) => campaign?.offerId ?? []))
    for (const offerId of campaigns) await settleCampaign(db, companyId, offerId)
    await settleCompany(db, companyId, now)
    await mailActivation(db, house.config.origin, company, paid)
    return accepted(null)
  })
  house.wake('mail')
  return done
}
