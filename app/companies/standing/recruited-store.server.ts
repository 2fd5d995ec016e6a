import type { Database } from '~/platform/database/database.server'

/** A company as the one who tipped it may be concerned with it. */
export type Recruited = {
  id: string
  ownerId: string | null
  name: string
  email: string
  phone: string
  isGone: boolean
  /** The name as long as it is public: null for a company that is hidden or gone. */
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

/** Whoever tipped these companies has left; the companies no longer say who it was. */
export async function forgetReferrers(db: Database, ids: string[]) {
  if (ids.length === 0) return
  await db.updateTable('companies').set({ referred_by_phone: null }).where('id', 'in', ids).execute()
}
