import type { How, Purpose } from '~/outbox/public'
import type { Database } from '~/platform/database/database.server'

export type Consent = {
  purpose: Purpose
  givenAt: Date
  withdrawnAt: Date | null
  withdrawnHow: How | null
}

/** All consents that a person ever gave or withdrew, newest first. */
export async function readConsents(db: Database, profileId: string): Promise<Consent[]> {
  const rows = await db
    .selectFrom('consents')
    .select(['purpose', 'given_at as givenAt', 'withdrawn_at as withdrawnAt', 'withdrawn_how as withdrawnHow'])
    .where('profile_id', '=', profileId)
    .orderBy('id', 'desc')
    .execute()
  return rows
}

/** Checked again when a message is sent: the consent may have been withdrawn while the message was queued. */
export async function hasConsent(db: Database, profileId: string | null, purpose: Purpose): Promise<boolean> {
  if (profileId === null) return false
  const row = await db
    .selectFrom('consents')
    .select('id')
    .where('profile_id', '=', profileId)
    .where('purpose', '=', purpose)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** A no-op if the consent is in force: the time when it was given stays. */
export async function giveConsent(db: Database, profileId: string, purpose: Purpose, now: Date) {
  await db
    .insertInto('consents')
    .values({ profile_id: profileId, purpose, given_at: now, given_how: 'page' })
    .onConflict((conflict) => conflict.columns(['profile_id', 'purpose']).where('withdrawn_at', 'is', null).doNothing())
    .execute()
}

/** Returns the number of consents that were in force. */
export async function withdrawConsents(
  db: Database,
  profileIds: string[],
  purposes: readonly Purpose[],
  how: How,
  now: Date,
): Promise<number> {
  if (profileIds.length === 0 || purposes.length === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('consents')
    .set({ withdrawn_at: now, withdrawn_how: how })
    .where('profile_id', 'in', profileIds)
    .where('purpose', 'in', purposes)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
