import { type RawBuilder, sql } from 'kysely'
import type { SearchWord } from '~/companies/public'
import { cardColumns, dispatchable, hasArea, isListed, worksOn } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import type { DirectorySearch, Place } from './directory-search'
import { planRank } from './plan-rank'

export type CompanyRow = Awaited<ReturnType<typeof selectSafetyPartners>>[number]

export type DirectoryPage = { companies: CompanyRow[]; previous: Place | null; next: Place | null }

/** Must match the index expression literally, so the ranks are literals in the SQL and not parameters. */
const rank = sql<number>`(case companies.plan ${sql.join(
  Object.entries(planRank).map(([plan, place]) => sql`when ${sql.lit(plan)} then ${sql.lit(place)}`),
  sql` `,
)} end)`

/**
 * One page of a postcode's companies in the order of the index `companies_directory`: partners, plan, name. Keyset
 * pagination, forwards or backwards, so the hundredth page costs as much as the first.
 */
export async function selectDirectoryPage(
  db: Database,
  search: DirectorySearch,
  size: number,
  now: Date,
): Promise<DirectoryPage> {
  const backwards = search.from?.side === 'before'
  const rows = await directoryRows(db, search, now)
    .limit(size + 1)
    .execute()
  const isMore = rows.length > size
  const companies = rows.slice(0, size)
  if (backwards) companies.reverse()
  const [first, last] = [companies.at(0), companies.at(-1)]
  // Going backwards there is always a next page, and going forwards always a previous one, except on the first page.
  const [hasPrevious, hasNext] = backwards ? [isMore, true] : [search.from !== null, isMore]
  return {
    companies,
    previous: hasPrevious && first ? placeOf(first) : null,
    next: hasNext && last ? placeOf(last) : null,
  }
}

/** Separate, so that a test can EXPLAIN the query. */
export function directoryRows(db: Database, search: Omit<DirectorySearch, 'text' | 'free'>, now: Date) {
  const direction = search.from?.side === 'before' ? 'desc' : 'asc'
  let rows = db
    .selectFrom('companies')
    .select(cardColumns(now))
    .where('companies.postcode', '=', search.postcode)
    .where(isListed)
    .orderBy(sql`(not companies.is_security_partner)`, direction)
    .orderBy(rank, direction)
    .orderBy(sql`companies.name collate "sv-x-icu"`, direction)
    .orderBy('companies.id', direction)
  if (search.category) rows = rows.where('companies.category', '=', search.category)
  for (const word of search.words) rows = rows.where(says(word))
  if (search.from) rows = rows.where(beyond(search.from.place, direction))
  return rows
}

/** Limit of companies checked for free times in one request. It bounds the cost; the next page continues from there. */
const mostLookedAt = 96

/**
 * Like `selectDirectoryPage`, but only companies for which `areFree` says yes. Checks one page of candidates at a time,
 * until its own page is full or `mostLookedAt` is reached. Then `next` may be set although few or no companies were
 * found.
 */
export async function selectFreePage(
  db: Database,
  search: DirectorySearch,
  size: number,
  { day, now, areFree }: { day: string; now: Date; areFree: (ids: string[]) => Promise<Set<string>> },
): Promise<DirectoryPage> {
  const side = search.from?.side ?? 'after'
  const companies: CompanyRow[] = []
  let from = search.from
  let isMore = true
  for (let looked = 0; isMore && companies.length < size && looked < mostLookedAt; looked += size) {
    const rows = await directoryRows(db, { ...search, from }, now)
      .where(worksOn(day))
      .limit(size)
      .execute()
    isMore = rows.length === size
    const free = await areFree(rows.map(({ id }) => id))
    for (const row of rows) {
      if (free.has(row.id)) companies.push(row)
      from = { side, place: placeOf(row) }
      if (companies.length < size) continue
      isMore ||= row !== rows.at(-1)
      break
    }
  }
  const onwards = isMore && from ? from.place : null
  if (side === 'before') {
    companies.reverse()
    return { companies, previous: onwards, next: search.from?.place ?? null }
  }
  const first = companies.at(0)
  return { companies, previous: search.from && (first ? placeOf(first) : search.from.place), next: onwards }
}

/** The number of matching companies per category in the postcode. Categories without a match are included with 0. */
export async function countByCategory(db: Database, { postcode, words }: Pick<DirectorySearch, 'postcode' | 'words'>) {
  const found = sql<number>`(count(*) filter (where ${words.map(says).reduce((all, one) => sql`${all} and ${one}`, sql`true`)}))::int`
  return db
    .selectFrom('companies')
    .select(['companies.category', found.as('companies')])
    .where('companies.postcode', '=', postcode)
    .where(isListed)
    .groupBy('companies.category')
    .execute()
}

/** The first companies of a postcode, for a small list on another page. */
export async function selectFirstCompanies(db: Database, postcode: string, most: number, now: Date) {
  return askFirstCompanies(db, postcode, most, now)
}

const askFirstCompanies = builtOnce('first companies', (db: Database, postcode: string, most: number, now: Date) =>
  directoryRows(db, { postcode, words: [], category: null, from: null }, now).limit(most),
)

/** A company's card data, whether it is listed or not. */
export async function selectCompany(db: Database, id: string, now: Date) {
  return db.selectFrom('companies').select(cardColumns(now)).where('companies.id', '=', id).execute()
}

/** The security partners that an alarm from this postcode reaches today, wherever their own address is. */
export async function selectActivePartners(db: Database, postcode: string, now: Date, most: number) {
  return askActivePartners(db, postcode, now, most)
}

const askActivePartners = builtOnce('active partners', (db: Database, postcode: string, now: Date, most: number) =>
  db
    .selectFrom('companies')
    .select(['id', 'name', 'phone'])
    .where(dispatchable(now))
    .where(hasArea(sql`${postcode}`))
    .orderBy(sql`companies.name collate "sv-x-icu"`)
    .orderBy('id')
    .limit(most),
)

/** Every company that takes alarms today, newest first. */
export async function selectSafetyPartners(db: Database, limit: number, now: Date) {
  return db
    .selectFrom('companies')
    .select(cardColumns(now))
    .where(dispatchable(now))
    .orderBy('companies.created_at', 'desc')
    .orderBy('companies.id')
    .limit(limit)
    .execute()
}

function placeOf(company: CompanyRow): Place {
  const { id, name, plan, is_security_partner: isPartner } = company
  return { id, name, plan, isPartner }
}

function beyond({ isPartner, plan, name, id }: Place, direction: 'asc' | 'desc'): RawBuilder<boolean> {
  const isAhead = direction === 'asc' ? sql`>` : sql`<`
  return sql<boolean>`
    ((not companies.is_security_partner), ${rank}, companies.name collate "sv-x-icu", companies.id)
    ${isAhead} (${!isPartner}::boolean, ${planRank[plan]}::int, ${name}::text, ${id}::uuid)`
}

/**
 * Condition: the company's name, category or services match the word: literally, without diacritics, with a typo
 * (trigrams), or through a category that the word means. Words of one or two letters match only at the beginning of a
 * word.
 */
function says({ text, categories }: SearchWord): RawBuilder<boolean> {
  const found = sql<boolean>`(plain_text(${text}) <% companies.search_text or ${contains(text)})`
  if (categories.length === 0) return found
  return sql<boolean>`(${found} or companies.category = any(${categories}) or exists (
    select from services
    where services.company_id = companies.id and services.active and services.deleted_at is null
      and services.category = any(${categories})))`
}

function contains(text: string): RawBuilder<boolean> {
  const literal = text.replace(/[\\%_]/g, '\\$&')
  if (text.length > 2) return sql`companies.search_text like '%' || plain_text(${literal}) || '%'`
  return sql`' ' || companies.search_text like '% ' || plain_text(${literal}) || '%'`
}
