import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'

/** More browsers than a person has. Caps the rows that a program can create by logging in over and over. */
const mostForAPerson = 10
/** The longest that browsers keep a cookie. */
export const knownForDays = 400

/** A person by id, or by the address typed at login. */
export type Who = { id: string } | { email: string }

export async function isKnown(db: Database, tokenHash: string, who: Who, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - knownForDays * 86_400_000)
  const row = await db
    .selectFrom('known_browsers')
    .innerJoin('profiles', 'profiles.id', 'known_browsers.profile_id')
    .select('profile_id')
    .where('token_hash', '=', tokenHash)
    .where('known_at', '>', since)
    .where((is) => ('id' in who ? is('profiles.id', '=', who.id) : is('profiles.email', '=', who.email)))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Rotates the browser's token at each login, so that a token planted there before (cookie fixation) becomes worthless.
 */
export async function rememberToken(
  db: Database,
  profileId: string,
  { before, after }: { before: string | null; after: string },
  now: Date,
) {
  if (before) {
    await db.updateTable('known_browsers').set({ token_hash: after }).where('token_hash', '=', before).execute()
  }
  await db
    .insertInto('known_browsers')
    .values({ token_hash: after, profile_id: profileId, known_at: now })
    .onConflict((conflict) => conflict.columns(['token_hash', 'profile_id']).doUpdateSet({ known_at: now }))
    .execute()
  await sql`delete from known_browsers where profile_id = ${profileId} and token_hash not in (
    select token_hash from known_browsers where profile_id = ${profileId}
    order by known_at desc, token_hash limit ${mostForAPerson})`.execute(db)
}

export async function deleteKnownBrowsers(db: Database, profileId: string) {
  await db.deleteFrom('known_browsers').where('profile_id', '=', profileId).execute()
}

export async function deleteOldBrowsers(db: Database, now: Date) {
  const since = new Date(now.getTime() - knownForDays * 86_400_000)
  await db.deleteFrom('known_browsers').where('known_at', '<', since).execute()
}

/** SQL fragment: whether the two people in the given columns have logged in with the same browser. */
export const shareABrowser = (one: string, other: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from known_browsers as theirs join known_browsers as others on others.token_hash = theirs.token_hash
  where theirs.profile_id = ${sql.ref(one)} and others.profile_id = ${sql.ref(other)})`
