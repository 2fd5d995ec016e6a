import { personMayAct } from '~/accounts/public.server'
import type { Database } from '~/platform/database/database.server'

/** Calendar feeds of members and companies, at most one per person. */

export async function readFeedOf(db: Database, profileId: string) {
  return db
    .selectFrom('calendar_feeds')
    .select(['id', 'created_at as createdAt', 'last_read_at as lastReadAt'])
    .where('profile_id', '=', profileId)
    .executeTakeFirst()
}

/**
 * The owner of a feed, and whether as a member or a company. The feed's address works without a session, so this checks
 * that the account may still act; undefined if not.
 */
export async function readFeedOwner(db: Database, feedId: string) {
  return db
    .selectFrom('calendar_feeds')
    .select(['profile_id as id', personMayAct('profile_id', 'member').as('isMember')])
    .where('id', '=', feedId)
    .where((is) => is.or([personMayAct('profile_id', 'member'), personMayAct('profile_id', 'company')]))
    .executeTakeFirst()
}

/** Replaces the feed by one with a new id and so a new address. The previous address stops working. */
export async function replaceFeed(root: Database, profileId: string, now: Date) {
  await root.transaction().execute(async (db) => {
    await deleteFeed(db, profileId)
    await db
      .insertInto('calendar_feeds')
      .values({ profile_id: profileId, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

export async function deleteFeed(db: Database, profileId: string) {
  await db.deleteFrom('calendar_feeds').where('profile_id', '=', profileId).execute()
}

/** Written at most once an hour, although programs poll every few minutes: it only shows that the feed is used. */
export async function markFeedRead(db: Database, feedId: string, now: Date) {
  await db
    .updateTable('calendar_feeds')
    .set({ last_read_at: now })
    .where('id', '=', feedId)
    .where((is) =>
      is.or([is('last_read_at', 'is', null), is('last_read_at', '<', new Date(now.getTime() - 3_600_000))]),
    )
    .execute()
}
