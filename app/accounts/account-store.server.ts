import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import type { MemberStatus, Role } from '~/shared/role'
import { mayActAs } from './may-act-store.server'

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

export async function updateRole(db: Database, profileId: string, role: Role, now: Date) {
  await db.updateTable('profiles').set({ user_role: role, updated_at: now }).where('id', '=', profileId).execute()
}

/** Also for somebody who had none, and came in by other ways. */
export async function setPassword(db: Database, profileId: string, passwordHash: string, now: Date) {
  await db
    .insertInto('identities')
    .values({ profile_id: profileId, provider: 'credential', provider_account_id: profileId, password: passwordHash })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_account_id']).doUpdateSet({ password: passwordHash, updated_at: now }),
    )
    .execute()
}

/** The address is proven by then. Throws on `profiles_email_key` when it is taken. */
export async function updateEmail(db: Database, profileId: string, email: string, now: Date) {
  await db
    .updateTable('profiles')
    .set({ email, email_verified: true, updated_at: now })
    .where('id', '=', profileId)
    .execute()
}

export async function hasAccount(db: Database, email: string): Promise<boolean> {
  return (await db.selectFrom('profiles').select('id').where('email', '=', email).executeTakeFirst()) !== undefined
}

/** Holds the person's row until the transaction ends: what is counted about them stays true for so long. */
export async function lockProfile(db: Database, profileId: string) {
  await db.selectFrom('profiles').select('id').where('id', '=', profileId).forNoKeyUpdate().execute()
}

export type LockedMember = {
  id: string
  name: string
  email: string
  phone: string | null
  postcode: string
  status: MemberStatus
  createdAt: Date
}

/** Holds a member's row until the transaction ends; undefined when there is no such member. */
export async function lockMember(db: Database, profileId: string): Promise<LockedMember | undefined> {
  return (await lockMembers(db, [profileId]))[0]
}

/** Holds the rows of these members, always in the same order, so that nobody waits in a ring. */
export async function lockMembers(db: Database, profileIds: readonly string[]): Promise<LockedMember[]> {
  if (profileIds.length === 0) return []
  const rows = await db
    .selectFrom('profiles')
    .select(['id', 'full_name as name', 'email', 'phone', 'postcode', 'member_status', 'created_at as createdAt'])
    .where('id', 'in', profileIds)
    .where('user_role', '=', 'member')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => ({ ...row, status: row.member_status ?? 'trial' }))
}

/** Who has shown that the number is theirs; of several in a household, the first who did. */
export async function readMemberIdByProvenPhone(db: Database, phone: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('profiles')
    .select('id')
    .where('phone', '=', phone)
    .where('phone_verified_at', 'is not', null)
    .where('user_role', '=', 'member')
    .orderBy('phone_verified_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Everybody who has given that number, proven or not: a household may share one. */
export async function readIdsByPhone(db: Database, phone: string): Promise<string[]> {
  const rows = await db.selectFrom('profiles').select('id').where('phone', '=', phone).execute()
  return rows.map(({ id }) => id)
}

/** The names of everyone in one postcode: what a text to all of them must not hold. */
export async function readNamesInPostcode(db: Database, postcode: string): Promise<string[]> {
  const rows = await db
    .selectFrom('profiles')
    .select('full_name')
    .where('postcode', '=', postcode)
    .where('user_role', '=', 'member')
    .execute()
  return rows.map(({ full_name }) => full_name)
}

/** Everybody who runs the place at this moment, to be told what needs a human being. */
export async function readAdminIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('profiles').select('id').where(mayActAs('admin')).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export async function updateMemberStatus(db: Database, profileIds: readonly string[], status: MemberStatus, now: Date) {
  if (profileIds.length === 0) return
  await db
    .updateTable('profiles')
    .set({ member_status: status, updated_at: now })
    .where('id', 'in', profileIds)
    .where('member_status', 'is distinct from', status)
    .execute()
}

/** Names of people, for pages that say who did something. */
export async function readNames(db: Database, profileIds: string[]): Promise<Map<string, string>> {
  if (profileIds.length === 0) return new Map()
  const rows = await db.selectFrom('profiles').select(['id', 'full_name']).where('id', 'in', profileIds).execute()
  return new Map(rows.map(({ id, full_name }) => [id, full_name]))
}

/** Holds every admin's row, so that two admins cannot both find the other one still there. */
export async function lockAdmins(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('profiles')
    .select('id')
    .where('user_role', '=', 'admin')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** How a person is reached; undefined when the account is gone. The phone counts only when it is proven theirs. */
export async function readContact(db: Database, profileId: string) {
  const [row] = await askContact(db, profileId)
  if (!row) return undefined
  const { name, email, phone, phone_verified_at } = row
  return { name, email, phone, verifiedPhone: phone_verified_at === null ? null : phone }
}

const askContact = builtOnce('contact', (db: Database, profileId: string) =>
  db
    .selectFrom('profiles')
    .select(['full_name as name', 'email', 'phone', 'phone_verified_at'])
    .where('id', '=', profileId),
)

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
  return db
    .with('next', () => next)
    .deleteFrom('account_mail_requests')
    .where('id', 'in', (from) => from.selectFrom('next').select('next.id'))
    .returning(['kind', 'email'])
    .executeTakeFirst()
}

export type EmailChange = { newEmail: string; tokenHash: string; expiresAt: Date }

/** Takes the place of a change that was asked for before. */
export async function upsertEmailChange(db: Database, profileId: string, change: EmailChange) {
  const row = { new_email: change.newEmail, token_hash: change.tokenHash, expires_at: change.expiresAt }
  await db
    .insertInto('email_changes')
    .values({ profile_id: profileId, ...row })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(row))
    .execute()
}

export async function readEmailChange(db: Database, profileId: string, now: Date) {
  return db
    .selectFrom('email_changes')
    .select(['new_email as newEmail', 'expires_at as expiresAt'])
    .where('profile_id', '=', profileId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/**
 * Takes the change that a link stands for: it works once, and only in time. Whose it is is held first, as by everything
 * else that ends it, or each would hold what the other waits for (deadlock).
 */
export async function takeEmailChange(db: Database, tokenHash: string, now: Date) {
  const whose = db.selectFrom('email_changes').select('profile_id').where('token_hash', '=', tokenHash)
  await db.selectFrom('profiles').select('id').where('id', 'in', whose).forNoKeyUpdate().execute()
  return db
    .deleteFrom('email_changes')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning(['profile_id as profileId', 'new_email as newEmail'])
    .executeTakeFirst()
}

export async function deleteEmailChange(db: Database, profileId: string) {
  await db.deleteFrom('email_changes').where('profile_id', '=', profileId).execute()
}

/** Logins that wait for their second step. */
export async function deleteLoginSteps(db: Database, profileId: string) {
  await db.deleteFrom('verifications').where('value', '=', profileId).execute()
}

/** What is known of a person, without secrets. */
export async function readAccount(db: Database, profileId: string) {
  return db
    .selectFrom('profiles')
    .select(['id', 'full_name', 'email', 'email_verified', 'phone', 'postcode', 'user_role', 'member_status'])
    .select('phone_verified_at')
    .select(['two_factor_enabled', 'created_at', 'updated_at'])
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow()
}

export async function readTermsAcceptances(db: Database, profileId: string) {
  return db
    .selectFrom('terms_acceptances')
    .select(['version', 'accepted_at'])
    .where('profile_id', '=', profileId)
    .orderBy('accepted_at')
    .execute()
}

export async function deleteAccountMailRequests(db: Database, email: string) {
  await db.deleteFrom('account_mail_requests').where('email', '=', email).execute()
}

/** For the query of another slice: what the person of its row is called; null when there is none. */
export const personName = (id: string) => sql<string | null>`(
  select person.full_name from profiles as person where person.id = ${sql.ref(id)})`

/** As `personName`: their number, proven or not. */
export const personPhone = (id: string) => sql<string | null>`(
  select person.phone from profiles as person where person.id = ${sql.ref(id)})`

/** For a statement of another slice: where a person is written to, and their number if it is proven; null for nobody. */
export const personContact = (id: string) => sql<{ email: string; verifiedPhone: string | null } | null>`(
  select json_build_object('email', person.email,
    'verifiedPhone', case when person.phone_verified_at is not null then person.phone end)
  from profiles as person where person.id = ${id})`

/** As `personName`: a code has shown that their number is theirs. */
export const hasProvenPhone = (id: string) => sql<boolean>`exists (
  select from profiles as person where person.id = ${sql.ref(id)} and person.phone_verified_at is not null)`

const lapsing = [
  'sessions',
  'verifications',
  'mail_links',
  'email_changes',
  'email_undos',
  'phone_proofs',
  'passkey_challenges',
] as const

/** What opens nothing any more. */
export async function deleteLapsed(db: Database, now: Date) {
  for (const table of lapsing) await db.deleteFrom(table).where('expires_at', '<', now).execute()
}
