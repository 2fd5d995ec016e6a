import { rhythmWords } from '~/bookings/public'
import { bookingStates, readCompanyDay, readCompanyFigures, readLastAsked } from '~/bookings/public.server'
import { readOwnCompany } from '~/companies/public.server'
import { readOwnCard } from '~/directory/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatOre } from '~/shared/money'
import { formatMomentSeen } from '~/shared/time'
import { readPlanInWords, readSlotsOf } from '~/sponsorship/public.server'
import { chosenPackage } from '../joining/where-next'
import { readCompanyStart } from '../starting/read-start.server'

const mostRecent = 5

/** A company's overview. `company` is null for an account whose company is gone. */
export async function readCompanyOverview(house: House, signedIn: SignedIn, query = new URLSearchParams()) {
  const { db, clock } = house
  const { person } = signedIn
  const now = clock.now()
  const company = await readOwnCompany(db, person.id)
  if (!company) return { person, company: null }
  const chosen = chosenPackage(query, company.plan)
  const [figures, recent, plan, day, card, start, slots] = await Promise.all([
    readCompanyFigures(db, company.id, now),
    readLastAsked(db, company.id, now, mostRecent),
    readPlanInWords(house, signedIn),
    readCompanyDay(house, company.id),
    readOwnCard(house, company.id),
    readCompanyStart(house, signedIn),
    chosen === null ? [] : readSlotsOf(db, company.id),
  ])
  return {
    person,
    company,
    plan,
    day,
    card,
    start,
    /** The package that the company chose when it signed up and has not applied for yet. */
    chosen: slots.some(({ kind }) => kind === chosen) ? null : chosen,
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
