import { readFreeOn, readSoonest, soonestWords } from '~/bookings/public.server'
import { localTime } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { readPostcode } from '~/postcodes/public.server'
import { monthOf } from '~/shared/month'
import { formatPhone } from '~/shared/phone'
import { type MonthBadges, noBadges } from '~/sponsorship/public'
import { readBadges } from '~/sponsorship/public.server'
import type { DirectorySearch, FreeOn } from './directory-search'
import {
  type CompanyRow,
  countByCategory,
  selectActivePartners,
  selectCompany,
  selectDirectoryPage,
  selectFirstCompanies,
  selectFreePage,
  selectSafetyPartners,
} from './directory-store.server'

/* Public lists of companies: none of these functions authorises anybody. */

type Ports = Pick<House, 'db' | 'clock'>

export type CompanyOnCard = CompanyRow & { badges: MonthBadges; soonest: string | null }

export const pageSize = 24

/** A page of the directory, with category counts and the postcode. */
export async function readDirectory({ db, clock }: Ports, search: DirectorySearch) {
  const now = clock.now()
  const [page, counted, postcode] = await Promise.all([
    search.free ? readFreePage(db, search, search.free, now) : selectDirectoryPage(db, search, pageSize, now),
    countByCategory(db, search),
    readPostcode(db, search.postcode),
  ])
  const counts: Record<string, number> = Object.fromEntries(
    counted.map(({ category, companies }) => [category, companies]),
  )
  return {
    ...page,
    companies: await asCards(db, page.companies, now),
    counts,
    hasCompanies: counted.length > 0,
    area: postcode?.name ?? null,
  }
}

/** A page of companies with a free time today or tomorrow. */
async function readFreePage(db: Database, search: DirectorySearch, free: FreeOn, now: Date) {
  const { day: today } = localTime(now)
  const day = free === 'today' ? today : Temporal.PlainDate.from(today).add({ days: 1 }).toString()
  return selectFreePage(db, search, pageSize, { day, now, areFree: (ids) => readFreeOn(db, ids, day, now) })
}

/** The first companies of a postcode, for a small list on another page. */
export async function readNeighbourCompanies({ db, clock }: Ports, postcode: string, most: number) {
  return asCards(db, await selectFirstCompanies(db, postcode, most, clock.now()), clock.now())
}

/** The security partners that take alarms in a postcode today, for a small list on another page. */
export async function readActivePartners({ db, clock }: Ports, postcode: string, most: number) {
  const partners = await selectActivePartners(db, postcode, clock.now(), most)
  return partners.map(({ id, name, phone }) => ({ id, name, phone, shownPhone: formatPhone(phone) }))
}

/** Every company that takes alarms today, newest first. */
export async function readSafetyPartners({ db, clock }: Ports, most: number) {
  return asCards(db, await selectSafetyPartners(db, most, clock.now()), clock.now())
}

/** A company's own card for its owner: what neighbours see, or would see. */
export async function readOwnCard({ db, clock }: Ports, companyId: string): Promise<CompanyOnCard | null> {
  const [card] = await asCards(db, await selectCompany(db, companyId, clock.now()), clock.now())
  return card ?? null
}

/** Adds badges of the month and the earliest free time to company rows, in two queries for all (no N+1). */
async function asCards(db: Database, companies: CompanyRow[], now: Date): Promise<CompanyOnCard[]> {
  if (companies.length === 0) return []
  const ids = companies.map(({ id }) => id)
  const [badges, soonest] = await Promise.all([readBadges(db, ids, monthOf(now)), readSoonest(db, ids, now)])
  const first = new Map<string, number>()
  for (const { companyId, start } of soonest) first.set(companyId, Math.min(start, first.get(companyId) ?? start))
  return companies.map((company) => {
    const start = first.get(company.id)
    return {
      ...company,
      badges: badges[company.id] ?? noBadges,
      soonest: start === undefined ? null : soonestWords(start, now),
    }
  })
}
