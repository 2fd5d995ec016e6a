import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatPostcode } from '~/postcodes/public'
import { type Month, monthOf } from '~/shared/month'
import { dayOf } from '~/shared/time'
import { isLive } from '../slot'
import { readSlotsOf, readTakenMonths } from '../slot-store.server'
import { findApplicant } from './applicant.server'
import { leftOf, monthsOnOffer } from './application'

const own = 'Ni har den'
const someoneElses = 'Bokad'

/** A company reads the months that it may book as sponsor, and which are taken by itself or another. */
export async function readSponsorMonths({ db, clock }: House, signedIn: SignedIn) {
  const applicant = await findApplicant(db, signedIn, 'look')
  if (!applicant.may) return applicant
  const { company } = applicant
  const now = clock.now()
  const current = monthOf(now)
  const taken = new Map<Month, string>()
  for (const { month, companyId } of await readTakenMonths(db, company.postcode, current)) {
    taken.set(month, companyId === company.id ? own : someoneElses)
  }
  return {
    company: shown(company),
    months: monthsOnOffer(current).map((value) => ({
      value,
      taken: taken.get(value),
      left: leftOf(value, dayOf(now)),
    })),
  }
}

/** A company reads the months of a season that it may book, and which it has booked already. */
export async function readSeasonMonths({ db, clock }: House, signedIn: SignedIn) {
  const applicant = await findApplicant(db, signedIn, 'look')
  if (!applicant.may) return applicant
  const { company } = applicant
  const now = clock.now()
  const slots = await readSlotsOf(db, company.id)
  const booked = slots.filter((slot) => slot.kind === 'season' && isLive(slot)).map(({ month }) => month)
  const months = monthsOnOffer(monthOf(now)).map((value) => ({
    value,
    taken: booked.includes(value) ? own : undefined,
    left: leftOf(value, dayOf(now)),
  }))
  return { company: shown(company), months }
}

const shown = ({ name, email, postcode }: { name: string; email: string; postcode: string }) => ({
  name,
  email,
  postcode: formatPostcode(postcode),
})
