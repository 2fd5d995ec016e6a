import { insertTermsAcceptance } from '~/accounts/public.server'
import { askForBookedMonths } from '~/payments/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import type { Ore } from '~/shared/money'
import { firstDay, lastDay, monthOf } from '~/shared/month'
import { accepted, type Outcome } from '~/shared/outcome'
import { TERMS_VERSION } from '~/shared/terms'
import { findApplicant } from './applicant.server'
import { parseSeasonApplication, seasonSpan, seasonTotal } from './application'
import { packageOf } from './packages'
import { saveStanding, standingOf } from './settle.server'
import { mailApplication } from './slot-mails.server'
import { insertCampaignOffer, insertSeasonSlots } from './slot-store.server'
import { standingOfSeasonPartner } from './standing'
import { refusedAsTaken } from './taken-month.server'

/** A company, for itself: its months and its campaign together, or nothing. */
export async function applyAsSeasonPartner(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<{ totalOre: Ore }>> {
  const now = house.clock.now()
  const applied = await house.db
    .transaction()
    .execute(async (db): Promise<Outcome<{ totalOre: Ore }>> => {
      const applicant = await findApplicant(db, signedIn, 'hold')
      if (!applicant.may) return applicant.refusal
      const form = parseSeasonApplication(values, monthOf(now))
      if (!form.ok) return form

      const { id: companyId, postcode } = applicant.company
      const { months, title, description } = form.value
      const { first, last } = seasonSpan(months)
      const campaign = { companyId, postcode, title, description, from: firstDay(first), to: lastDay(last), now }
      const offerId = await insertCampaignOffer(db, campaign)
      const priceOre = packageOf('season').priceOre
      const slots = await insertSeasonSlots(db, { companyId, months, title, offerId, priceOre, now })
      const booked = slots.map((slot) => ({ ...slot, priceOre }))
      const charge = await askForBookedMonths(db, { companyId, kind: 'season', months: booked }, now)
      await saveStanding(db, companyId, standingOfSeasonPartner(standingOf(applicant.company)))
      await insertTermsAcceptance(db, signedIn.person.id, TERMS_VERSION, now)
      const totalOre = seasonTotal(months.length)
      await mailApplication(db, house.config.origin, applicant.company, {
        plan: 'season',
        months,
        totalOre,
        charge,
      })
      return accepted({ totalOre })
    })
    .catch(refusedAsTaken)
  if (applied.ok) house.wake('messages')
  return applied
}
