import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { isNotSetAside } from '~/platform/work/one-run'
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

/** The newest accepted version. Names of versions are days, which "C" compares as such. */
const newestAccepted = sql<string | null>`(select max(acceptance.version collate "C")
  from terms_acceptances as acceptance where acceptance.profile_id = profiles.id)`

/**
 * Locks and returns people of whom it is not known whether they know a version or a later one, blocked ones too. Rows
 * that another process has locked are skipped (SKIP LOCKED). `known` is the newest version that they have accepted or
 * been told of; empty if there is none.
 */
export async function claimThoseBehind(db: Database, version: string, limit: number, setAside: readonly string[] = []) {
  return db
    .selectFrom('profiles')
    .select(['id', 'full_name as name', 'email', 'user_role as role'])
    .select(sql<boolean>`blocked_at is not null`.as('isBlocked'))
    .select(sql<string>`greatest(terms_known, ${newestAccepted})`.as('known'))
    .where('terms_known', '<', version)
    .where(isNotSetAside('id', setAside))
    .orderBy('terms_known')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
}

/** These people have been told of a version or have accepted it, so that the chore leaves them until the next one. */
export async function updateKnown(db: Database, profileIds: readonly string[], version: string) {
  if (profileIds.length === 0) return
  await db
    .updateTable('profiles')
    .set({ terms_known: sql<string>`greatest(terms_known, ${version}, ${newestAccepted})` })
    .where('id', 'in', profileIds)
    .execute()
}

type TermsNotice = { personId: string; version: string; toldOn: string; appliesOn: string }

/** What somebody was told, once for each version. */
export async function insertTermsNotices(db: Database, notices: readonly TermsNotice[]) {
  if (notices.length === 0) return
  await db
    .insertInto('terms_notices')
    .values(
      notices.map(({ personId, version, toldOn, appliesOn }) => ({
        ...{ profile_id: personId, version, told_on: toldOn, applies_on: appliesOn },
      })),
    )
    .execute()
}

export async function readTermsNotices(db: Database, profileId: string) {
  return db
    .selectFrom('terms_notices')
    .select(['version', 'told_on as toldOn', 'applies_on as appliesOn'])
    .where('profile_id', '=', profileId)
    .orderBy('version')
    .execute()
}
