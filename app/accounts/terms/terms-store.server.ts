import type { Database } from '~/platform/database/database.server'
import { currentTerms } from './terms'

/** The person accepts the current version, which thereby applies to them. Once: the first time is kept. */
export async function acceptTerms(db: Database, profileId: string, now: Date) {
  await db
    .insertInto('terms_acceptances')
    .values({ profile_id: profileId, version: currentTerms(), accepted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function readTermsAcceptances(db: Database, profileId: string) {
  return db
    .selectFrom('terms_acceptances')
    .select(['version', 'accepted_at'])
    .where('profile_id', '=', profileId)
    .orderBy('accepted_at')
    .execute()
}
