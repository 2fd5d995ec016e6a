import { readTimesOfCompanies } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { daysAfter } from '~/shared/time'
import { longestOpenMinutes, type OpenDay, timesOf } from '../book/availability'
import { dayAt, openDays } from '../book/open-days.server'
import { withBusy } from '../book/read-times.server'
import { readHeldOf } from '../booking-store.server'
import { beginOf } from '../diaries/read-company-diary.server'

/** The first free start time of a service within the days asked about. */
export type Soonest = { companyId: string; serviceId: string; start: number }

/** How many days ahead the cards look. */
const cardDays = 14
/** Days are computed in batches of this size, since most services have a free time in the first. */
const daysAtOnce = 2

/** The first free times of these companies in the next two weeks. Three queries, however many they are (no N+1). */
export async function readSoonest(db: Database, companyIds: readonly string[], now: Date): Promise<Soonest[]> {
  return readSoonestFrom(db, companyIds, { first: dayAt(now.getTime()), days: cardDays }, now)
}

/** The companies that have a free time on a given day. */
export async function readFreeOn(
  db: Database,
  companyIds: readonly string[],
  day: string,
  now: Date,
): Promise<Set<string>> {
  const free = await readSoonestFrom(db, companyIds, { first: day, days: 1 }, now)
  return new Set(free.map(({ companyId }) => companyId))
}

async function readSoonestFrom(
  db: Database,
  companyIds: readonly string[],
  { first, days }: { first: string; days: number },
  now: Date,
): Promise<Soonest[]> {
  const companies = await readTimesOfCompanies(db, companyIds, daysAfter(first, -1))
  const ids = companies.map(({ id }) => id)
  // One extra day, since opening hours of the last day may pass midnight.
  const [from, to] = [beginOf(first).getTime(), beginOf(daysAfter(first, days + 1)).getTime()]
  const heldBy = Map.groupBy(await readHeldOf(db, ids, from, to), ({ companyId }) => companyId)
  return companies.flatMap((company) => {
    const open = openInTurn(company, first)
    const taken = withBusy(company, heldBy.get(company.id) ?? [])
    const longest = longestOpenMinutes(company.week)
    return company.demands.flatMap(({ ids: services, ...demand }) => {
      const wanted = { ...demand, isLongerThanOpen: demand.durationMin > longest }
      for (let ahead = 0; ahead < days; ahead++) {
        const start = timesOf(open(ahead), taken, company.capacity, wanted, now.getTime()).starts[0]
        if (start !== undefined) return services.map((serviceId) => ({ companyId: company.id, serviceId, start }))
      }
      return []
    })
  })
}

/** Computes opening hours lazily, as far ahead as they are asked for. */
function openInTurn(calendar: Parameters<typeof openDays>[0], first: string): (ahead: number) => OpenDay {
  const known: OpenDay[] = []
  return (ahead) => {
    while (known.length <= ahead) known.push(...openDays(calendar, daysAfter(first, known.length), daysAtOnce))
    return known[ahead] as OpenDay
  }
}
