import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { inOrder } from '~/platform/database/keyset.server'
import type { MemberStatus, Role } from '~/shared/role'

/** People as administrators see and help them. */

/** Null is not asked for. */
type PeopleSearch = {
  text: string
  role: Role | null
  status: MemberStatus | null
  postcode: string | null
  onlyBlocked: boolean
}

const searched = sql<string>`person_admin_text(full_name, email, phone)`

/** What people can be sorted by, each with its indexes. */
const columns = { joined: null, name: 'full_name collate "sv-x-icu"' } as const

export type PeopleOrder = { by: keyof typeof columns; down: boolean }

const newestFirst: PeopleOrder = { by: 'joined', down: true }

/** The newest first unless another order is asked for, from just after `before`. */
export async function readPeople(
  db: Database,
  search: PeopleSearch,
  before: string | null,
  limit: number,
  order: PeopleOrder = newestFirst,
) {
  let rows = db
    .selectFrom('profiles')
    .select(['id', 'full_name as name', 'email', 'phone', 'postcode', 'user_role as role', 'member_status as status'])
    .select(['created_at as joinedAt', 'blocked_at as blockedAt'])
    .limit(limit)
  if (search.role) rows = rows.where('user_role', '=', search.role)
  if (search.status) rows = rows.where('member_status', '=', search.status)
  if (search.postcode) rows = rows.where('postcode', '=', search.postcode)
  if (search.onlyBlocked) rows = rows.where('blocked_at', 'is not', null)
  if (search.text) {
    const pattern = `%${search.text.replace(/[\\%_]/g, '\\$&')}%`
    rows = rows.where(sql<boolean>`${searched} like plain_text(${pattern})`)
  }
  return inOrder(rows, { table: 'profiles', by: columns[order.by], down: order.down, before }).execute()
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

/** What a deed turns on, held until the transaction ends. */
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

/** Who came last, whatever they came as. */
export async function readNewestPeople(db: Database, most: number) {
  return db
    .selectFrom('profiles')
    .select(['id', 'full_name as name', 'created_at as at'])
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
}
