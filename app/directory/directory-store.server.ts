import { type RawBuilder, sql } from 'kysely'
import type { SearchWord } from '~/companies/public'
import { cardColumns, dispatchable, hasArea, isListed, worksOn } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import type { DirectorySearch, Place } from './directory-search'
import { planRank } from './plan-rank'

export type CompanyRow = Awaited<ReturnType<typeof selectSafetyPartners>>[number]

export type DirectoryPage = { companies: CompanyRow[]; previous: Place | null; next: Place | null }

/** As the index has it, word for word: its numbers are part of the text, not parameters. */
const rank = sql<number>`(case companies.plan ${sql.join(
  Object.entries(planRank).map(([plan, place]) => sql`when ${sql.lit(plan)} then ${sql.lit(place)}`),
  sql` `,
)} end)`

/**
 * One page of a postcode's companies, in the order of the index `companies_directory`: partners, plan, name.
 * It begins right after a company, or ends right before one, so the hundredth page costs what the first does.
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
  // On the way back there is always something ahead, and the other way round.
  const [hasPrevious, hasNext] = backwards ? [isMore, true] : [search.from !== null, isMore]
  return {
    companies,
    previous: hasPrevious && first ? placeOf(first) : null,
    next: hasNext && last ? placeOf(last) : null,
  }
}

/** Apart, so that a test can ask the database how it would answer. */
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

/** How many a request looks at for those that have a free time: what a page costs ends there, and the next one goes on. */
const mostLookedAt = 96

/**
 * As `selectDirectoryPage`, of those that `areFree` says yes to. It asks about a page at a time, and ends when its own page is
 * full or enough have been looked at; then there may be more, also when it shows few or none.
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

/** How many companies of each category that a postcode has a search finds; of some none. */
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

/** The first companies of a postcode, as many as fit in a corner of another page. */
export async function selectFirstCompanies(db: Database, postcode: string, most: number, now: Date) {
  return askFirstCompanies(db, postcode, most, now)
}

const askFirstCompanies = builtOnce('first companies', (db: Database, postcode: string, most: number, now: Date) =>
  directoryRows(db, { postcode, words: [], category: null, from: null }, now).limit(most),
)

/** A company as its card shows it, listed or not. */
export async function selectCompany(db: Database, id: string, now: Date) {
  return db.selectFrom('companies').select(cardColumns(now)).where('companies.id', '=', id).execute()
}

/** The safety partners that an alarm from a postcode reaches today, wherever they have their own address. */
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
 * The company's name, category or services say the word: as it is, with its marks left out, with a slip of the
 * finger (trigrams), or by a category that the word means. Of a word of one or two letters only beginnings count.
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
