import { acceptTerms } from '~/accounts/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { monthOf } from '~/shared/month'
import { accepted, type Outcome } from '~/shared/outcome'
import { mailApplication } from '../slot-mails.server'
import { findApplicant } from './applicant.server'
import { parseSponsorApplication } from './application-form'
import { bookSponsorMonth } from './book-months.server'
import { refusedAsTaken } from './taken-month.server'

/**
 * A company applies for a month as sponsor. Of concurrent applications for the same month one wins: a unique index
 * decides.
 */
export async function applyAsSponsor(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const now = house.clock.now()
  const applied = await house.db
    .transaction()
    .execute(async (db): Promise<Outcome<null>> => {
      const applicant = await findApplicant(db, signedIn, 'hold')
      if (!applicant.may) return applicant.refusal
      const form = parseSponsorApplication(values, monthOf(now))
      if (!form.ok) return form

      const { month } = form.value
      const charge = await bookSponsorMonth(db, applicant.company, month, now)
      await acceptTerms(db, signedIn.person.id, now)
      await mailApplication(db, house.config.origin, applicant.company, {
        plan: 'sponsor',
        months: [month],
        charge,
      })
      return accepted(null)
    })
    .catch(refusedAsTaken)
  if (applied.ok) house.wake('messages')
  return applied
}
