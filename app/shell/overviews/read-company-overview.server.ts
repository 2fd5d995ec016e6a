import { readCompanyFigures, readLastAsked } from '~/bookings/public.server'
import { readOwnCompany } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatOre } from '~/shared/money'
import { formatMoment } from '~/shared/time'

const mostRecent = 5

/** A company's first page. Null of an account that has no company. */
export async function readCompanyOverview({ db, clock }: House, { person }: SignedIn) {
  const company = await readOwnCompany(db, person.id)
  if (!company) return { person, company: null }
  const [figures, recent] = await Promise.all([
    readCompanyFigures(db, company.id, clock.now()),
    readLastAsked(db, company.id, mostRecent),
  ])
  return {
    person,
    company,
    figures: { ...figures, earned: formatOre(figures.providerGetsOre) },
    recent: recent.map(({ startsAt, ...booking }) => ({ ...booking, when: formatMoment(startsAt) })),
  }
}

export type CompanyOverviewShown = Awaited<ReturnType<typeof readCompanyOverview>>
