import type { Database } from '~/platform/database/database.server'

export type NewCompany = {
  companyName: string
  orgNumber: string
  category: string
  address: string
  postcode: string
  phone: string
  email: string
  referredBy: string | null
  plan: string
}

export async function insertCompany(db: Database, ownerId: string, company: NewCompany) {
  await db
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
    .execute()
}

const cardColumns = [
  'id',
  'name',
  'category',
  'bio',
  'rating',
  'plan',
  'is_security_partner',
  'logo_url',
  'postcode',
] as const

export type CompanyCardRow = Awaited<ReturnType<typeof readDirectory>>[number]

/** The companies of a postcode, partners first, then by plan; `search` matches the name or one of `categories`. */
export async function readDirectory(
  db: Database,
  postcode: string,
  search: string,
  categories: string[],
  limit: number,
) {
  let rows = db
    .selectFrom('companies')
    .select(cardColumns)
    .where('postcode', '=', postcode)
    .where('deleted_at', 'is', null)
    .orderBy('is_security_partner', 'desc')
    .orderBy('plan')
    .orderBy('id')
    .limit(limit)
  if (search) {
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
    rows = rows.where((where) => {
      const byName = where('name', 'ilike', pattern)
      return categories.length > 0 ? where.or([byName, where('category', 'in', categories)]) : byName
    })
  }
  return rows.execute()
}

/** Every safety partner of the neighbourhoods, newest first. */
export async function readSafetyPartners(db: Database, limit: number) {
  return db
    .selectFrom('companies')
    .select(cardColumns)
    .where('is_security_partner', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Also a removed one: its page says that it is gone, which "not found" would not. */
export async function readCompany(db: Database, id: string) {
  return db
    .selectFrom('companies')
    .select([...cardColumns, 'address', 'email', 'phone', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function readOwnCompany(db: Database, ownerId: string) {
  return db
    .selectFrom('companies')
    .select([...cardColumns, 'org_number', 'address', 'email', 'phone', 'security_status'])
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The owner has left: nobody finds the company any more, and nothing leads from it to them. */
export async function closeCompanyOf(db: Database, ownerId: string, now: Date) {
  await db
    .updateTable('companies')
    .set((set) => ({ owner_id: null, deleted_at: set.fn.coalesce('deleted_at', set.val(now)) }))
    .where('owner_id', '=', ownerId)
    .execute()
}

/** Everything about the companies of a person, for the file they can fetch. */
export async function readCompaniesWhole(db: Database, ownerId: string) {
  return db.selectFrom('companies').selectAll().where('owner_id', '=', ownerId).orderBy('created_at').execute()
}
