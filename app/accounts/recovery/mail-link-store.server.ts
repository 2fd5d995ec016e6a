import type { Database } from '~/platform/database/database.server'

/** The only thing that a mailed link may be used for. */
export type MailLinkPurpose = 'recovery' | 'verification'

type NewLink = { profileId: string; email: string; tokenHash: string; expiresAt: Date }

/** Upsert: a new recovery link replaces the previous one. */
export async function upsertRecoveryLink(db: Database, { profileId, email, tokenHash, expiresAt }: NewLink) {
  const row = { token_hash: tokenHash, email, expires_at: expiresAt }
  await db
    .insertInto('mail_links')
    .values({ profile_id: profileId, purpose: 'recovery', ...row })
    .onConflict((conflict) => conflict.column('profile_id').where('purpose', '=', 'recovery').doUpdateSet(row))
    .execute()
}

/** Does not replace earlier links: whoever asked twice may open the first mail. */
export async function insertVerificationLink(db: Database, { profileId, email, tokenHash, expiresAt }: NewLink) {
  await db
    .insertInto('mail_links')
    .values({ profile_id: profileId, purpose: 'verification', email, token_hash: tokenHash, expires_at: expiresAt })
    .execute()
}

/** The person a link belongs to, as long as the address it was sent to is still theirs. */
export async function readLinkOwner(db: Database, purpose: MailLinkPurpose, tokenHash: string, now: Date) {
  return linkOwner(db, purpose, tokenHash, now).executeTakeFirst()
}

/** As `readLinkOwner`, and locks the profile until the commit, so that the address cannot change meanwhile. */
export async function lockLinkOwner(db: Database, purpose: MailLinkPurpose, tokenHash: string, now: Date) {
  return linkOwner(db, purpose, tokenHash, now).forNoKeyUpdate(['profiles']).executeTakeFirst()
}

function linkOwner(db: Database, purpose: MailLinkPurpose, tokenHash: string, now: Date) {
  return db
    .selectFrom('mail_links')
    .innerJoin('profiles', (join) =>
      join.onRef('profiles.id', '=', 'mail_links.profile_id').onRef('profiles.email', '=', 'mail_links.email'),
    )
    .select(['profiles.id', 'profiles.email', 'full_name as name', 'phone', 'postcode'])
    .select(['email_verified as emailVerified', 'user_role as role', 'two_factor_enabled as hasSecondFactor'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
}

/** Consumes a recovery link. False if it was already used. */
export async function takeRecoveryLink(db: Database, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mail_links')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'recovery')
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteMailLinks(db: Database, profileId: string) {
  await db.deleteFrom('mail_links').where('profile_id', '=', profileId).execute()
}

/** The person who has this mail address now. */
export async function readByAddress(db: Database, email: string) {
  return db
    .selectFrom('profiles')
    .select(['id', 'full_name as name', 'email', 'email_verified as emailVerified', 'created_at as joinedAt'])
    .where('email', '=', email)
    .executeTakeFirst()
}

export async function markEmailVerified(db: Database, profileId: string) {
  await db.updateTable('profiles').set({ email_verified: true }).where('id', '=', profileId).execute()
}
