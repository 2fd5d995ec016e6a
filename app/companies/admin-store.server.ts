import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { ReviewList, ReviewState } from './review'

/** The companies as administrators see them: also those that are hidden or gone. */

const columns = [
  'id',
  'name',
  'org_number',
  'email',
  'category',
  'postcode',
  'plan',
  'review_state',
  'created_at',
] as const
const rank = sql<number>`(((review_state = 'waiting' and deleted_at is null)::int))`
const searched = sql<string>`company_admin_text(name, email, org_number)`

/** Where a page of the list ended: the rank and the id of its last company. */
export type ListCursor = { rank: number; id: string }

/** Those that wait for a look first, then the newest; from just after `after`. */
export async function readForReview(
  db: Database,
  { list, text, after, limit }: { list: ReviewList; text: string; after: ListCursor | null; limit: number },
) {
  let rows = db
    .selectFrom('companies')
    .select(columns)
    .select([rank.as('rank'), sql<boolean>`deleted_at is not null`.as('isGone')])
    .orderBy(rank, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (list === 'deleted') rows = rows.where('deleted_at', 'is not', null)
  else if (list !== 'all') rows = rows.where('deleted_at', 'is', null).where('review_state', '=', list)
  if (text) {
    const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
    rows = rows.where(sql<boolean>`${searched} like '%' || plain_text(${pattern}) || '%'`)
  }
  if (after) rows = rows.where(sql<boolean>`(${rank}, id) < (${after.rank}, ${after.id}::uuid)`)
  const found = await rows.execute()
  return found.map((row) => ({ ...row, review_state: row.review_state as ReviewState }))
}

/** Some of them, in the order of the list. */
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
  return rows.map((row) => ({ ...row, review_state: row.review_state as ReviewState }))
}

export async function countWaiting(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('companies')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('review_state', '=', 'waiting')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Everything there is about one company. */
export async function readWhole(db: Database, id: string) {
  const row = await db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...row, review_state: row.review_state as ReviewState }
}

/** What a review turns on, held until the transaction ends. */
export async function lockReviewed(db: Database, id: string) {
  const row = await db
    .selectFrom('companies')
    .select(['id', 'name', 'email', 'review_state', 'hidden_reason', 'deleted_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && { ...row, state: row.review_state as ReviewState, isGone: row.deleted_at !== null }
}

export async function updateReview(db: Database, id: string, state: ReviewState, hiddenReason: string | null) {
  await db
    .updateTable('companies')
    .set({ review_state: state, hidden_reason: hiddenReason })
    .where('id', '=', id)
    .execute()
}

export async function readPermit(db: Database, companyId: string) {
  return db
    .selectFrom('security_partner_records')
    .select(['authorisation_number as number', 'authorisation_class as kind', 'valid_until as validUntil'])
    .select(['checked_by as checkedBy', 'checked_at as checkedAt'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
}

export type NewPermit = { number: string; kind: string; validUntil: string; checkedBy: string; checkedAt: Date }

/** Takes the place of the one before. */
export async function upsertPermit(db: Database, companyId: string, permit: NewPermit) {
  const row = {
    authorisation_number: permit.number,
    authorisation_class: permit.kind,
    valid_until: permit.validUntil,
    checked_by: permit.checkedBy,
    checked_at: permit.checkedAt,
  }
  await db
    .insertInto('security_partner_records')
    .values({ company_id: companyId, ...row })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute()
}

/** False when there was none. */
export async function deletePermit(db: Database, companyId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('security_partner_records')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
