import { acceptTerms } from '~/accounts/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import type { Ore } from '~/shared/money'
import { monthOf } from '~/shared/month'
import { accepted, type Outcome } from '~/shared/outcome'
import { mailApplication } from '../slot-mails.server'
import { findApplicant } from './applicant.server'
import { seasonTotal } from './application'
import { parseSeasonApplication } from './application-form'
import { bookSeason } from './book-months.server'
import { refusedAsTaken } from './taken-month.server'

/** A company applies for a season: all its months and the campaign in one transaction. */
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

      const { months } = form.value
      const charge = await bookSeason(db, applicant.company, form.value, now)
      await acceptTerms(db, signedIn.person.id, now)
      const totalOre = seasonTotal(months.length)
      await mailApplication(db, house.config.origin, applicant.company, {
        plan: 'season',
        months,
        charge,
      })
      return accepted({ totalOre })
    })
    .catch(refusedAsTaken)
  if (applied.ok) house.wake('messages')
  return applied
}
