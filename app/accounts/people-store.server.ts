import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { inOrder } from '~/platform/database/keyset.server'
import type { MemberStatus, Role } from '~/shared/role'
import type { LookedAt } from './looked-at'

/** Queries about people for administrators. */

/** A null field is not part of the search. */
type PeopleSearch = {
  text: string
  role: Role | null
  status: MemberStatus | null
  postcode: string | null
  onlyBlocked: boolean
}

const searched = sql<string>`person_admin_text(full_name, email, phone)`

/** The sort orders, each backed by an index. */
const columns = { joined: null, name: 'full_name collate "sv-x-icu"' } as const

export type PeopleOrder = { by: keyof typeof columns; down: boolean }

const newestFirst: PeopleOrder = { by: 'joined', down: true }

/** A LIKE pattern for any text that contains this one; wildcards are escaped. */
const partOf = (text: string) => sql<string>`plain_text(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`

const columnsOfRow = [
  'id',
  'full_name as name',
  'email',
  'phone',
  'postcode',
  'user_role as role',
  'member_status as status',
  'created_at as joinedAt',
  'blocked_at as blockedAt',
] as const

/** The people whom the filters leave, before any text search. */
function chosen(db: Database, { role, status, postcode, onlyBlocked }: Omit<PeopleSearch, 'text'>) {
  let rows = db.selectFrom('profiles')
  if (role) rows = rows.where('user_role', '=', role)
  if (status) rows = rows.where('member_status', '=', status)
  if (postcode) rows = rows.where('postcode', '=', postcode)
  if (onlyBlocked) rows = rows.where('blocked_at', 'is not', null)
  return rows
}

/** Everybody who matches a search, newest first by default. Keyset pagination: starts after `before`. */
export async function readPeople(
  db: Database,
  search: PeopleSearch,
  before: string | null,
  limit: number,
  { by, down }: PeopleOrder = newestFirst,
) {
  let rows = chosen(db, search).select(columnsOfRow).limit(limit)
  if (search.text) rows = rows.where(sql<boolean>`${searched} like ${partOf(search.text)}`)
  return inOrder(rows, { table: 'profiles', by: columns[by], down, before }).execute()
}

/** The most rows examined: of the list in order for a common text, or of the index matches for a rarer one. */
const mostLookedAt = 2_000
/**
 * Whether the trigram index can help: it needs three letters or digits in a row. Otherwise the whole table would be
 * read.
 */
const isInIndex = (text: string) => /[\p{L}\p{N}]{3}/u.test(text)

/**
 * A page of `readPeople` in bounded time, however many match. Says so when it could not examine everybody; what needs
 * everybody (an export, a bulk job) must use `readPeople`.
 */
export async function lookForPeople(
  db: Database,
  search: PeopleSearch,
  before: string | null,
  limit: number,
  order: PeopleOrder = newestFirst,
): Promise<{ rows: PersonRow[]; lookedAt: LookedAt }> {
  if (!search.text) return { rows: await readPeople(db, search, before, limit, order), lookedAt: null }
  const sorted = { table: 'profiles', by: columns[order.by], down: order.down }
  const listed = inOrder(chosen(db, search).selectAll(), { ...sorted, before }).limit(mostLookedAt + 1)
  const among = db.selectFrom(listed.as('profiles')).select(columnsOfRow)
  const near = among.where(sql<boolean>`${searched} like ${partOf(search.text)}`).limit(limit)
  const [rows, { count }] = await Promise.all([
    inOrder(near, { ...sorted, before: null }).execute(),
    db
      .selectFrom(listed.as('profiles'))
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  if (rows.length === limit || count <= mostLookedAt) return { rows, lookedAt: null }
  if (!isInIndex(search.text)) return { rows, lookedAt: { firstOfList: mostLookedAt } }
  const some = sql<{ id: string }>`select people_with(${partOf(search.text)}, ${mostLookedAt + 1}) as id`
  const ids = (await some.execute(db)).rows.map(({ id }) => id)
  const those = chosen(db, search).select(columnsOfRow).where(sql<boolean>`id = any(${ids})`).limit(limit)
  return {
    rows: await inOrder(those, { ...sorted, before }).execute(),
    lookedAt: ids.length > mostLookedAt ? { someWithText: mostLookedAt } : null,
  }
}

export type PersonRow = Awaited<ReturnType<typeof readPeople>>[number]

export async function readPerson(db: Database, id: string) {
  return db
    .selectFrom('profiles')
    .select(['id', 'full_name as name', 'email', 'email_verified as emailVerified', 'phone', 'postcode'])
    .select([
      'user_role as role',
      'member_status as status',
      'two_factor_enabled as hasSecondFactor',
      'created_at as joinedAt',
    ])
    .select(['blocked_at as blockedAt', 'blocked_reason as blockedReason'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Locks a person's row and returns what an administrator's action depends on. */
export async function lockPerson(db: Database, id: string) {
  const row = await db
    .selectFrom('profiles')
    .select(['id', 'full_name as name', 'email', 'phone', 'postcode', 'user_role', 'email_verified as emailVerified'])
    .select(['member_status as status', 'blocked_at as blockedAt', 'blocked_reason as blockedReason'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && { ...row, role: row.user_role }
}

export type LockedPerson = NonNullable<Awaited<ReturnType<typeof lockPerson>>>

export async function updateBlock(db: Database, id: string, block: { at: Date; reason: string } | null) {
  await db
    .updateTable('profiles')
    .set({ blocked_at: block?.at ?? null, blocked_reason: block?.reason ?? null })
    .where('id', '=', id)
    .execute()
}

export async function updatePostcode(db: Database, id: string, postcode: string, now: Date) {
  await db.updateTable('profiles').set({ postcode, updated_at: now }).where('id', '=', id).execute()
}

/** The newest accounts, of any role. */
export async function readNewestPeople(db: Database, most: number) {
  return db
    .selectFrom('profiles')
    .select(['id', 'full_name as name', 'created_at as at'])
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
}
