import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { longestDays, unusedDays } from '../guard'

/** A guard's link, and the one browser that it let in. Only hashes are stored. */

const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * 24 * 3_600_000)

/**
 * `browserEnds` of guard.ts as an SQL condition on `guards`. own-guards.server.test.ts moves the clock past both
 * limits.
 */
export function browserHolds(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(guards.removed_at is null and guards.browser_seen_at > ${daysAgo(now, unusedDays)}
    and guards.browser_since > ${daysAgo(now, longestDays)})`
}

const canBeOpened = (now: Date) =>
  sql<boolean>`guards.link_used_at is null and guards.link_made_at > ${daysAgo(now, unusedDays)}`

/**
 * Opens a link. The first browser gets access in place of the previous one, and may press again (idempotent). Null if
 * the link is invalid, expired, or was opened by another browser.
 */
export async function openLink(
  db: Database,
  { linkHash, browserHash }: { linkHash: string; browserHash: string },
  now: Date,
): Promise<{ id: string; companyId: string } | null> {
  const { rows } = await sql<{ id: string; companyId: string }>`
    update guards set link_used_at = coalesce(link_used_at, ${now}), browser_hash = ${browserHash},
      browser_since = case when browser_hash = ${browserHash} then browser_since else ${now}::timestamptz end,
      browser_seen_at = ${now}, phone_verified_at = coalesce(phone_verified_at, ${now})
    where link_hash = ${linkHash} and removed_at is null
      and ((${canBeOpened(now)}) or (browser_hash = ${browserHash} and ${browserHolds(now)}))
    returning id, company_id as "companyId"`.execute(db)
  return rows[0] ?? null
}

export type Known = { id: string; companyId: string; phone: string | null; isPhoneProven: boolean }

/** The guard whose link or browser has this hash, even if expired. Undefined once it has been replaced. */
export async function readGuardOfHash(db: Database, hash: string): Promise<Known | undefined> {
  return db
    .selectFrom('guards')
    .select(['id', 'company_id as companyId', 'phone'])
    .select(sql<boolean>`phone_verified_at is not null`.as('isPhoneProven'))
    .where((is) => is.or([is('link_hash', '=', hash), is('browser_hash', '=', hash)]))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** Records that a browser is in use, at most once an hour. */
export async function markBrowserSeen(db: Database, guardId: string, now: Date) {
  await db
    .updateTable('guards')
    .set({ browser_seen_at: now })
    .where('id', '=', guardId)
    .where('browser_seen_at', '<', new Date(now.getTime() - 3_600_000))
    .execute()
}

/**
 * Replaces the guard's link. The browser that the old one let in loses access, unless `keepsBrowser`: then it keeps it
 * until the new link is opened.
 */
export async function setLink(
  db: Database,
  companyId: string,
  id: string,
  { hash, keepsBrowser }: { hash: string; keepsBrowser: boolean },
  now: Date,
): Promise<boolean> {
  const nobody = { browser_hash: null, browser_since: null, browser_seen_at: null }
  const { numUpdatedRows } = await db
    .updateTable('guards')
    .set({ link_hash: hash, link_made_at: now, link_used_at: null, ...(keepsBrowser ? {} : nobody) })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the link; a trigger removes the browser with it. */
export async function clearLink(db: Database, companyId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('guards')
    .set({ link_hash: null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the browser's access, at the guard's request. */
export async function forgetBrowser(db: Database, guardId: string) {
  await db
    .updateTable('guards')
    .set({ browser_hash: null, browser_since: null, browser_seen_at: null })
    .where('id', '=', guardId)
    .execute()
}
