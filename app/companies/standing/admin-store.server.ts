import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { inOrder } from '~/platform/database/keyset.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import { areasOf } from './dispatchable.server'
import type { CentrePapers } from './permit'
import type { ReviewList, ReviewState } from './review'

/** The SQL of companies as administrators see them, including hidden and removed ones. */

const columns = [
  'id',
  'name',
  'org_number',
  'email',
  'category',
  'postcode',
  'plan',
  'review_state',
  'proposed_name',
  'proposed_org_number',
  'name_version',
  'created_at',
] as const
const rank = sql<number>`(((review_state = 'waiting' and deleted_at is null)::int))`
const searched = sql<string>`company_admin_text(name, email, org_number)`

/** The sort orders of the list: waiting for review first, or a column. Each is backed by indexes. */
const sorted = {
  waiting: "(((review_state = 'waiting' and deleted_at is null)::int))",
  name: 'name collate "sv-x-icu"',
  joined: null,
} as const

type Asked = {
  list: ReviewList
  text: string
  order: { by: keyof typeof sorted; down: boolean }
  /** The cursor: the id of the last company of the previous page. */
  before: string | null
  limit: number
}

/** A page of a list of companies, after the cursor (keyset pagination). */
export async function readForReview(db: Database, { list, text, order: { by, down }, before, limit }: Asked) {
  let rows = db
    .selectFrom('companies')
    .select(columns)
    .select(sql<boolean>`deleted_at is not null`.as('isGone'))
    .limit(limit)
  if (list === 'deleted') rows = rows.where('deleted_at', 'is not', null)
  else if (list !== 'all') rows = rows.where('deleted_at', 'is', null).where('review_state', '=', list)
  if (text) {
    const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
    rows = rows.where(sql<boolean>`${searched} like '%' || plain_text(${pattern}) || '%'`)
  }
  // Within one review state either all companies wait or none does, so this order needs no column.
  const column = by === 'waiting' && list !== 'all' ? null : sorted[by]
  return inOrder(rows, { table: 'companies', by: column, down, before }).execute()
}

/** The ticked companies, in the order of the list. */
export async function readChosen(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('companies')
    .select(columns)
    .select(sql<boolean>`deleted_at is not null`.as('isGone'))
    .where('id', 'in', ids)
    .orderBy(rank, 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows
}

/** Companies whose name, number or email address matches; the newest ones if there are more than `limit`. */
export async function findCompanyIds(db: Database, text: string, limit: number): Promise<string[]> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const rows = await db
    .selectFrom('companies')
    .select('id')
    .where(sql<boolean>`${searched} like '%' || plain_text(${pattern}) || '%'`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Counts to `most`: beyond that the exact number does not matter, and a page does not wait for it. */
export async function countWaiting(db: Database, most: number): Promise<number> {
  const waiting = db
    .selectFrom('companies')
    .select('id')
    .where('review_state', '=', 'waiting')
    .where('deleted_at', 'is', null)
    .limit(most)
  const { count } = await db
    .selectFrom(waiting.as('waiting'))
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Every column of one company. */
export async function readWhole(db: Database, id: string) {
  const row = await db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst()
  return row
}

/** Locks a company for a review, and reads what the review depends on. */
export async function lockReviewed(db: Database, id: string) {
  const row = await db
    .selectFrom('companies')
    .select(['id', 'name', 'org_number', 'email', 'owner_id as ownerId', 'review_state', 'hidden_reason', 'deleted_at'])
    .select(['proposed_name', 'proposed_org_number', 'name_version'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const { proposed_name: name, proposed_org_number: orgNumber } = row
  return {
    ...row,
    state: row.review_state,
    isGone: row.deleted_at !== null,
    asked: name !== null && orgNumber !== null ? { name, orgNumber } : null,
  }
}

/** Sets the name and number that everybody sees, and clears the proposed ones. */
export async function updateNames(db: Database, id: string, names: { name: string; orgNumber: string }) {
  await db
    .updateTable('companies')
    .set({ name: names.name, org_number: names.orgNumber, proposed_name: null, proposed_org_number: null })
    .where('id', '=', id)
    .execute()
}

export async function updateReview(db: Database, id: string, state: ReviewState, hiddenReason: string | null) {
  await db
    .updateTable('companies')
    .set({ review_state: state, hidden_reason: hiddenReason })
    .where('id', '=', id)
    .execute()
}

/** Null without papers: all four columns are set, or none (check constraint). */
const centrePapers = sql<CentrePapers | null>`case when centre_class is not null then json_build_object('class', centre_class,
  'certifier', centre_certifier, 'certificate', centre_certificate, 'validUntil', centre_valid_until::text) end`

export async function readPermit(db: Database, companyId: string) {
  const [permit] = await askPermit(db, companyId)
  return permit
}

const askPermit = builtOnce('permit', (db: Database, companyId: string) =>
  db
    .selectFrom('security_partner_records')
    .innerJoin('companies', 'companies.id', 'company_id')
    .select(['authorisation_number as number', 'authorisation_class as kind', 'valid_until as validUntil'])
    .select(['security_partner_records.name', 'security_partner_records.org_number as orgNumber'])
    .select(['checked_by as checkedBy', 'checked_at as checkedAt'])
    .select(areasOf.as('areas'))
    .select(centrePapers.as('centre'))
    .where('company_id', '=', companyId),
)

export type NewPermit = {
  number: string
  kind: string
  validUntil: string
  /** The approved name and number, and the postcodes where the company is called. */
  name: string
  orgNumber: string
  areas: readonly string[]
  centre?: CentrePapers | null
  checkedBy: string | null
  checkedAt: Date
}

/** Replaces the company's permit and its areas. */
export async function upsertPermit(db: Database, companyId: string, permit: NewPermit) {
  const row = {
    name: permit.name,
    org_number: permit.orgNumber,
    authorisation_number: permit.number,
    authorisation_class: permit.kind,
    valid_until: permit.validUntil,
    centre_class: permit.centre?.class ?? null,
    centre_certifier: permit.centre?.certifier ?? null,
    centre_certificate: permit.centre?.certificate ?? null,
    centre_valid_until: permit.centre?.validUntil ?? null,
    checked_by: permit.checkedBy,
    checked_at: permit.checkedAt,
  }
  await db
    .insertInto('security_partner_records')
    .values({ company_id: companyId, ...row })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute()
  await db.deleteFrom('security_partner_areas').where('company_id', '=', companyId).execute()
  await sql`insert into security_partner_areas (company_id, postcode)
    select ${companyId}, postcode from unnest(${permit.areas}::text[]) as postcode`.execute(db)
}

/** False if there was no permit. */
export async function deletePermit(db: Database, companyId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('security_partner_records')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
