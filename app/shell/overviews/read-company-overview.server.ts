import { rhythmWords } from '~/bookings/public'
import { bookingStates, readCompanyDay, readCompanyFigures, readLastAsked } from '~/bookings/public.server'
import { readOwnCompany } from '~/companies/public.server'
import { readOwnCard } from '~/directory/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatOre } from '~/shared/money'
import { formatMomentSeen } from '~/shared/time'
import { readPlanInWords } from '~/sponsorship/public.server'
import { readCompanyStart } from '../starting/read-start.server'

const mostRecent = 5

/** A company's overview. `company` is null for an account whose company is gone. */
export async function readCompanyOverview(house: House, signedIn: SignedIn) {
  const { db, clock } = house
  const { person } = signedIn
  const now = clock.now()
  const company = await readOwnCompany(db, person.id)
  if (!company) return { person, company: null }
  const [figures, recent, plan, day, card, start] = await Promise.all([
    readCompanyFigures(db, company.id, now),
    readLastAsked(db, company.id, now, mostRecent),
    readPlanInWords(house, signedIn),
    readCompanyDay(house, company.id),
    readOwnCard(house, company.id),
    readCompanyStart(house, signedIn),
  ])
  return {
    person,
    company,
    plan,
    day,
    card,
    start,
    figures: { ...figures, earned: formatOre(figures.providerGetsOre) },
    recent: recent.map(({ startsAt, status, repeatsEvery, ...booking }) => ({
      ...booking,
      when: formatMomentSeen(startsAt, now),
      repeats: repeatsEvery && rhythmWords(repeatsEvery),
      look: bookingStates[status],
    })),
  }
}

export type CompanyOverviewShown = Awaited<ReturnType<typeof readCompanyOverview>>
