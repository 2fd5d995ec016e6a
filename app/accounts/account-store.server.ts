import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import { isNotSetAside } from '~/platform/work/one-run'
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

/** Throws a unique violation of `profiles_email_key` when the address is taken. */
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

/** Upsert: also for a person without a password, who signed in by other means. */
export async function setPassword(db: Database, profileId: string, passwordHash: string, now: Date) {
  await db
    .insertInto('identities')
    .values({ profile_id: profileId, provider: 'credential', provider_account_id: profileId, password: passwordHash })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_account_id']).doUpdateSet({ password: passwordHash, updated_at: now }),
    )
    .execute()
}

/** The caller has verified the new address. Throws a unique violation of `profiles_email_key` when it is taken. */
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

/** Locks a person's row until the transaction ends, so that what is counted about them stays true that long. */
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
  blockedAt: Date | null
}

/** Locks a member's row until the transaction ends. Undefined if there is no such member. */
export async function lockMember(db: Database, profileId: string): Promise<LockedMember | undefined> {
  return (await lockMembers(db, [profileId]))[0]
}

/** Locks the rows of several members, always in order of id, so that concurrent callers do not deadlock. */
export async function lockMembers(db: Database, profileIds: readonly string[]): Promise<LockedMember[]> {
  if (profileIds.length === 0) return []
  const rows = await db
    .selectFrom('profiles')
    .select(['id', 'full_name as name', 'email', 'phone', 'postcode', 'member_status', 'created_at as createdAt'])
    .select('blocked_at as blockedAt')
    .where('id', 'in', profileIds)
    .where('user_role', '=', 'member')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => ({ ...row, status: row.member_status ?? 'trial' }))
}

/** The member who has verified this phone number. If several in a household have, the first who did. */
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

/** Everybody with this phone number, verified or not: a household may share one. */
export async function readIdsByPhone(db: Database, phone: string): Promise<string[]> {
  const rows = await db.selectFrom('profiles').select('id').where('phone', '=', phone).execute()
  return rows.map(({ id }) => id)
}

/** The names of all members in a postcode, which an SMS to all of them must not contain. */
export async function readNamesInPostcode(db: Database, postcode: string): Promise<string[]> {
  const rows = await db
    .selectFrom('profiles')
    .select('full_name')
    .where('postcode', '=', postcode)
    .where('user_role', '=', 'member')
    .execute()
  return rows.map(({ full_name }) => full_name)
}

/** The ids of all current administrators, for notices that need a human. */
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

/** The names of people by id, for pages that say who did something. */
export async function readNames(db: Database, profileIds: string[]): Promise<Map<string, string>> {
  if (profileIds.length === 0) return new Map()
  const rows = await db.selectFrom('profiles').select(['id', 'full_name']).where('id', 'in', profileIds).execute()
  return new Map(rows.map(({ id, full_name }) => [id, full_name]))
}

/** Locks the rows of all administrators, so that two of them cannot remove each other at once and leave none. */
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

/**
 * A person's contact details. Undefined if the account is deleted. `verifiedPhone` is null unless the number is
 * verified.
 */
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

/** Dequeues one request in the caller's transaction; a rollback puts it back in the queue. */
export async function takeAccountMailRequest(db: Database, setAside: readonly string[] = []) {
  const next = db
    .selectFrom('account_mail_requests')
    .select('id')
    .where(isNotSetAside('id', setAside))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
  return db
    .with('next', () => next)
    .deleteFrom('account_mail_requests')
    .where('id', 'in', (from) => from.selectFrom('next').select('next.id'))
    .returning(['id', 'kind', 'email'])
    .executeTakeFirst()
}

export type EmailChange = { newEmail: string; tokenHash: string; expiresAt: Date }

/** Replaces an earlier change of address that is still pending. */
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
 * Takes the pending change of address that a link belongs to: the link works once, until it expires. Locks the profile
 * first, in the same lock order as everything else that ends a change, to avoid a deadlock.
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

/** Deletes the person's logins that wait for their second step. */
export async function deleteLoginSteps(db: Database, profileId: string) {
  await db.deleteFrom('verifications').where('value', '=', profileId).execute()
}

/** The stored data of a person, without secrets. */
export async function readAccount(db: Database, profileId: string) {
  return db
    .selectFrom('profiles')
    .select(['id', 'full_name', 'email', 'email_verified', 'phone', 'postcode', 'user_role', 'member_status'])
    .select('phone_verified_at')
    .select(['two_factor_enabled', 'created_at', 'updated_at'])
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow()
}

export async function deleteAccountMailRequests(db: Database, email: string) {
  await db.deleteFrom('account_mail_requests').where('email', '=', email).execute()
}

/**
 * SQL fragment for other slices' queries: the name of the person whose id is in the given column. Null if there is
 * none.
 */
export const personName = (id: string) => sql<string | null>`(
  select person.full_name from profiles as person where person.id = ${sql.ref(id)})`

/** As `personName`: the person's phone number, verified or not. */
export const personPhone = (id: string) => sql<string | null>`(
  select person.phone from profiles as person where person.id = ${sql.ref(id)})`

/**
 * SQL fragment for other slices' statements: a person's mail address, and their phone number if verified. Null if there
 * is no such person.
 */
export const personContact = (id: string) => sql<{ email: string; verifiedPhone: string | null } | null>`(
  select json_build_object('email', person.email,
    'verifiedPhone', case when person.phone_verified_at is not null then person.phone end)
  from profiles as person where person.id = ${id})`

/** As `personName`: whether the person has verified their phone number. */
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

/** Deletes expired sessions, tokens and links. */
export async function deleteLapsed(db: Database, now: Date) {
  for (const table of lapsing) await db.deleteFrom(table).where('expires_at', '<', now).execute()
}
