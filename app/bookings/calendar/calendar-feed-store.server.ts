import { personMayAct } from '~/accounts/public.server'
import type { Database } from '~/platform/database/database.server'

/** The addresses that members' and companies' own calendars follow: at most one each. */

export async function readFeedOf(db: Database, profileId: string) {
  return db
    .selectFrom('calendar_feeds')
    .select(['id', 'created_at as createdAt', 'last_read_at as lastReadAt'])
    .where('profile_id', '=', profileId)
    .executeTakeFirst()
}

/** Whose calendar it is, and as what they may act: the address is a way in without a session. Undefined of who may not. */
export async function readFeedOwner(db: Database, feedId: string) {
  return db
    .selectFrom('calendar_feeds')
    .select(['profile_id as id', personMayAct('profile_id', 'member').as('isMember')])
    .where('id', '=', feedId)
    .where((is) => is.or([personMayAct('profile_id', 'member'), personMayAct('profile_id', 'company')]))
    .executeTakeFirst()
}

/** With a new id, and so a new address: the one before is gone. */
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

/** Programs ask every few minutes; to the hour is near enough to see that somebody does. */
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
