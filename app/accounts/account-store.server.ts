import type { Database } from '~/platform/database/database.server'
import type { Role } from '~/shared/role'

export type NewProfile = {
  name: string
  email: string
  phone: string | null
  postcode: string
  role: Role
  memberStatus: 'trial' | null
}

/** Throws on `profiles_email_key` when the address is taken. */
export async function insertProfile(db: Database, profile: NewProfile, passwordHash: string): Promise<string> {
  const { id } = await db
    .insertInto('profiles')
    .values({
      full_name: profile.name,
      email: profile.email,
      phone: profile.phone,
      postcode: profile.postcode,
      user_role: profile.role,
      member_status: profile.memberStatus,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('identities')
    .values({ profile_id: id, provider: 'credential', provider_account_id: id, password: passwordHash })
    .execute()
  return id
}

export async function insertTermsAcceptance(db: Database, profileId: string, version: string, now: Date) {
  await db
    .insertInto('terms_acceptances')
    .values({ profile_id: profileId, version, accepted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function updateContact(
  db: Database,
  profileId: string,
  contact: { name: string; phone: string | null; postcode: string },
  now: Date,
) {
  await db
    .updateTable('profiles')
    .set({ full_name: contact.name, phone: contact.phone, postcode: contact.postcode, updated_at: now })
    .where('id', '=', profileId)
    .execute()
}

/** False when nobody has that address. */
export async function updateRole(db: Database, email: string, role: Role, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('profiles')
    .set({ user_role: role, updated_at: now })
    .where('email', '=', email)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteProfile(db: Database, profileId: string) {
  await db.deleteFrom('profiles').where('id', '=', profileId).execute()
}

export type AccountMailKind = 'recovery' | 'verification'

export async function insertAccountMailRequest(db: Database, kind: AccountMailKind, email: string) {
  await db.insertInto('account_mail_requests').values({ kind, email }).execute()
}

/** Takes one request inside the caller's transaction: it is back in the queue if that fails. */
export async function takeAccountMailRequest(db: Database) {
  const next = db.selectFrom('account_mail_requests').select('id').orderBy('id').limit(1).forUpdate().skipLocked()
  return db.deleteFrom('account_mail_requests').where('id', 'in', next).returning(['kind', 'email']).executeTakeFirst()
}
