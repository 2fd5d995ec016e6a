import type { Database } from '~/platform/database/database.server'

/** A company, for the ambassador who tipped it. */
export type Recruited = {
  id: string
  ownerId: string | null
  name: string
  email: string
  phone: string
  isGone: boolean
  /** Null for a hidden or removed company. */
  shownName: string | null
}

export async function readRecruited(db: Database, ids: string[]): Promise<Recruited[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('companies')
    .select(['id', 'owner_id', 'name', 'email', 'phone', 'deleted_at', 'review_state'])
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id, owner_id: ownerId, name, email, phone, deleted_at, review_state }) => {
    const isGone = deleted_at !== null
    return { id, ownerId, name, email, phone, isGone, shownName: isGone || review_state === 'hidden' ? null : name }
  })
}

/** Removes the referrer's phone number from these companies: the ambassador has left. */
export async function forgetReferrers(db: Database, ids: string[]) {
  if (ids.length === 0) return
  await db.updateTable('companies').set({ referred_by_phone: null }).where('id', 'in', ids).execute()
}
