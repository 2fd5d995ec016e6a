import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { readPostcode } from '~/postcodes/public.server'
import { monthOf } from '~/shared/month'
import { formatPhone } from '~/shared/phone'
import { type MonthBadges, noBadges } from '~/sponsorship/public'
import { readBadges } from '~/sponsorship/public.server'
import type { DirectorySearch } from './directory-search'
import {
  type CompanyRow,
  countByCategory,
  selectActivePartners,
  selectDirectoryPage,
  selectFirstCompanies,
  selectSafetyPartners,
} from './directory-store.server'

/* Lists of companies for everybody to see: none of these asks who is looking. */

type Ports = Pick<House, 'db' | 'clock'>

export type CompanyOnCard = CompanyRow & { badges: MonthBadges }

export const pageSize = 24

/** A page of the directory with what stands around it. */
export async function readDirectory({ db, clock }: Ports, search: DirectorySearch) {
  const [page, counted, postcode] = await Promise.all([
    selectDirectoryPage(db, search, pageSize, clock.now()),
    countByCategory(db, search.postcode),
    readPostcode(db, search.postcode),
  ])
  const counts: Record<string, number> = Object.fromEntries(
    counted.map(({ category, companies }) => [category, companies]),
  )
  return { ...page, companies: await withBadges(db, page.companies, clock.now()), counts, area: postcode?.name ?? null }
}

/** The first companies of a postcode, as many as fit in a corner of another page. */
export async function readNeighbourCompanies({ db, clock }: Ports, postcode: string, most: number) {
  return withBadges(db, await selectFirstCompanies(db, postcode, most, clock.now()), clock.now())
}

/** The safety partners that take alarms in a postcode today, as many as fit in a corner of another page. */
export async function readActivePartners({ db, clock }: Ports, postcode: string, most: number) {
  const partners = await selectActivePartners(db, postcode, clock.now(), most)
  return partners.map(({ id, name, phone }) => ({ id, name, phone, shownPhone: formatPhone(phone) }))
}

/** Every company that takes alarms today, newest first. */
export async function readSafetyPartners({ db, clock }: Ports, most: number) {
  return withBadges(db, await selectSafetyPartners(db, most, clock.now()), clock.now())
}

async function withBadges(db: Database, companies: CompanyRow[], now: Date): Promise<CompanyOnCard[]> {
  if (companies.length === 0) return []
  const badges = await readBadges(
    db,
    companies.map(({ id }) => id),
    monthOf(now),
  )
  return companies.map((company) => ({ ...company, badges: badges[company.id] ?? noBadges }))
}
