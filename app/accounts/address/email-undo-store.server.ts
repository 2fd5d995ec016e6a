import type { Database } from '~/platform/database/database.server'

/** The person's present address. Locks the row, so that the address cannot change before the caller changes it. */
export async function lockAddress(db: Database, profileId: string) {
  return db
    .selectFrom('profiles')
    .select(['email', 'email_verified as isProven', 'full_name as name', 'two_factor_enabled as hasSecondFactor'])
    .where('id', '=', profileId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

type NewUndo = {
  profileId: string
  tokenHash: string
  oldEmail: string
  hadSecondStep: boolean
  movedAt: Date
  expiresAt: Date
}

export async function insertEmailUndo(db: Database, undo: NewUndo) {
  await db
    .insertInto('email_undos')
    .values({
      token_hash: undo.tokenHash,
      profile_id: undo.profileId,
      old_email: undo.oldEmail,
      had_second_step: undo.hadSecondStep,
      moved_at: undo.movedAt,
      expires_at: undo.expiresAt,
    })
    .execute()
}

/**
 * The account that an undo link would give its old address back, as long as the account has another one. `email` is the
 * old address.
 */
export async function readUndoOwner(db: Database, tokenHash: string, now: Date) {
  return undoOwner(db, tokenHash, now).executeTakeFirst()
}

/** As `readUndoOwner`, and locks the profile until the commit. */
export async function lockUndoOwner(db: Database, tokenHash: string, now: Date) {
  return undoOwner(db, tokenHash, now).forNoKeyUpdate(['profiles']).executeTakeFirst()
}

function undoOwner(db: Database, tokenHash: string, now: Date) {
  return db
    .selectFrom('email_undos')
    .innerJoin('profiles', 'profiles.id', 'email_undos.profile_id')
    .select(['profiles.id', 'old_email as email', 'full_name as name', 'phone', 'postcode', 'user_role as role'])
    .select(['two_factor_enabled as hasSecondFactor', 'profiles.email as presentEmail'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .whereRef('old_email', '<>', 'profiles.email')
}

/**
 * Consumes an undo link and deletes those of every later change: they would let an intruder move the account again.
 * Undefined if the link was already used.
 */
export async function takeEmailUndo(db: Database, tokenHash: string) {
  const used = await db
    .deleteFrom('email_undos')
    .where('token_hash', '=', tokenHash)
    .returning(['profile_id as profileId', 'moved_at as movedAt', 'had_second_step as hadSecondStep'])
    .executeTakeFirst()
  if (used) await deleteUndosSince(db, used.profileId, used.movedAt)
  return used
}

/**
 * As `takeEmailUndo`, for an account that returns to an address by an ordinary change while a link to that address is
 * valid. Otherwise the address in between could use its own undo link, which expires later. False if there is no such
 * link.
 */
export async function takeUndosTo(db: Database, profileId: string, email: string, now: Date): Promise<boolean> {
  const first = await db
    .selectFrom('email_undos')
    .select('moved_at')
    .where('profile_id', '=', profileId)
    .where('old_email', '=', email)
    .where('expires_at', '>', now)
    .orderBy('moved_at')
    .executeTakeFirst()
  if (first) await deleteUndosSince(db, profileId, first.moved_at)
  return first !== undefined
}

async function deleteUndosSince(db: Database, profileId: string, movedAt: Date) {
  await db.deleteFrom('email_undos').where('profile_id', '=', profileId).where('moved_at', '>=', movedAt).execute()
}
