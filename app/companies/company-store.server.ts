import { sql } from 'kysely'
import { personName } from '~/accounts/public.server'
import type { Database } from '~/platform/database/database.server'
import { nameSigns } from '~/shared/names/shown-name'
import type { Plan } from './packages'
import { takePhotos } from './photos/photo-store.server'

export type NewCompany = {
  companyName: string
  orgNumber: string
  category: string
  address: string
  postcode: string
  phone: string
  email: string
  referredBy: string | null
  plan: Plan
}

export async function insertCompany(db: Database, ownerId: string, company: NewCompany): Promise<string> {
  const { id } = await db
    .insertInto('companies')
    .values({
      owner_id: ownerId,
      name: company.companyName,
      org_number: company.orgNumber,
      category: company.category,
      address: company.address,
      postcode: company.postcode,
      email: company.email,
      phone: company.phone,
      plan: company.plan,
      referred_by_phone: company.referredBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const cardColumns = [
  'id',
  'name',
  'category',
  'bio',
  'rating',
  'rating_count',
  'plan',
  'is_security_partner',
  'logo_url',
  'postcode',
] as const

export async function readOwnCompany(db: Database, ownerId: string) {
  return db
    .selectFrom('companies')
    .select([...cardColumns, 'org_number', 'address', 'email', 'phone', 'security_status', 'hidden_reason'])
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** A company's contact and owner. Undefined if the company is removed. */
export async function readCompanyContact(db: Database, companyId: string) {
  return db
    .selectFrom('companies')
    .select(['name', 'email', 'owner_id as ownerId'])
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The address for letters about what a company owes; also for a removed company. */
export async function readBillingEmail(db: Database, companyId: string): Promise<string | undefined> {
  const row = await db.selectFrom('companies').select('email').where('id', '=', companyId).executeTakeFirst()
  return row?.email
}

/**
 * Removes the companies of an owner who is leaving, and their link to the owner. Returns the files of their pictures,
 * for the caller to delete.
 */
export async function closeCompanyOf(db: Database, ownerId: string, now: Date): Promise<string[]> {
  const owned = await db
    .selectFrom('companies')
    .select(['id', 'logo_url'])
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .execute()
  const photos = await Promise.all(owned.map(({ id }) => takePhotos(db, id, 'all')))
  // The company's own calendar is not read any more.
  await db.deleteFrom('busy_calendars').where('company_id', 'in', companiesOf(ownerId)).execute()
  await db
    .updateTable('companies')
    .set((set) => ({ owner_id: null, logo_url: null, deleted_at: set.fn.coalesce('deleted_at', set.val(now)) }))
    .where('owner_id', '=', ownerId)
    .execute()
  return [...owned.flatMap(({ logo_url }) => logo_url ?? []), ...photos.flat()]
}

/** Everything about a person's companies, for the export of their data (GDPR). */
export async function readCompaniesWhole(db: Database, ownerId: string) {
  return db.selectFrom('companies').selectAll().where('owner_id', '=', ownerId).orderBy('created_at').execute()
}

/** Company names by id, also of removed companies, for pages about the past. */
export async function readCompanyNames(db: Database, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('companies').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** SQL fragment for another slice's query: the name of its row's company, also if that is removed. */
export const companyName = (id: string) => sql<string | null>`(
  select company.name from companies as company where company.id = ${sql.ref(id)})`

/**
 * SQL fragment like `companyName`: the owner's name. Null without an owner, if the account still bears a present or
 * former name of the company, or if the name could not be a guard's.
 */
export const companyOwnerName = (id: string) => sql<string | null>`(
  select owner.name from companies as company cross join lateral (select ${personName('company.owner_id')}) as owner (name)
  where company.id = ${sql.ref(id)} and owner.name <> all (company.former_names || company.name)
    and normalize(owner.name, NFC) ~ ${nameSigns.source})`

/** SQL fragment like `companyName`: the postcode of the company's own address. */
export const companyPostcode = (id: string) => sql<string>`(
  select company.postcode from companies as company where company.id = ${sql.ref(id)})`

/** The postcodes of companies' own addresses, by company id. */
export async function readCompanyPostcodes(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('companies').select(['id', 'postcode']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, postcode }) => [id, postcode]))
}

/**
 * Stores what each company gives to patrols this month, by company id; zero for all others. One row at a time, so that
 * it never holds several row locks and cannot deadlock with a transaction that does.
 */
export async function saveSafetyContributions(db: Database, given: ReadonlyMap<string, number>) {
  const stored = await db
    .selectFrom('companies')
    .select(['id', 'security_contribution_cents as ore'])
    .where(sql<boolean>`(security_contribution_cents > 0 or id = any(${[...given.keys()]}::uuid[]))`)
    .execute()
  for (const { id, ore } of stored) {
    const due = given.get(id) ?? 0
    if (due === ore) continue
    await db.updateTable('companies').set({ security_contribution_cents: due }).where('id', '=', id).execute()
  }
}

/** SQL fragment like `companyName`: whether the owner has not removed the company. */
export const companyIsHere = (id: string) => sql<boolean>`exists (
  select from companies as company where company.id = ${sql.ref(id)} and company.deleted_at is null)`

/** SQL fragment for another slice's query: a person's companies, including removed ones. */
export const companiesOf = (personId: string) => sql<string>`(
  select company.id from companies as company where company.owner_id = ${personId})`

/** SQL fragment like `companiesOf`, without removed companies. */
export const openCompaniesOf = (personId: string) => sql<string>`(
  select company.id from companies as company where company.owner_id = ${personId} and company.deleted_at is null)`
