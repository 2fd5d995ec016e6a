import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import { shortened } from '~/shared/text'
import type { EntryKind } from './entry'

export type NewEntry = {
  personId: string
  kind: EntryKind
  eventId: string
  points: number
  about: string
  at: Date
  /** The company through which the points were earned, if any. */
  companyId?: string
}

/**
 * Adds an entry to the ledger. False when the event already has one. Throws on the check constraint
 * `point_accounts_never_negative` when there are too few points to spend. A database trigger updates the balance.
 */
export async function insertEntry(db: Database, entry: NewEntry): Promise<boolean> {
  const row = await db
    .insertInto('point_entries')
    .values({
      profile_id: entry.personId,
      kind: entry.kind,
      event_id: entry.eventId,
      points: entry.points,
      about: shortened(entry.about, 200),
      at: entry.at,
      company_id: entry.companyId ?? null,
    })
    .onConflict((conflict) => conflict.constraint('point_entries_once_per_event').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const none = { balance: 0, earned: 0 }

/** Zero for a person who has never earned points and so has no account row. */
export async function readPointAccount(db: Database, personId: string) {
  const [account] = await askAccount(db, personId)
  return account ?? none
}

const askAccount = builtOnce('point account', (db: Database, personId: string) =>
  db.selectFrom('point_accounts').select(['balance', 'earned']).where('profile_id', '=', personId),
)

/** Locks the account row until the end of the transaction. */
export async function lockPointAccount(db: Database, personId: string) {
  const account = db
    .selectFrom('point_accounts')
    .select(['balance', 'earned'])
    .where('profile_id', '=', personId)
    .forUpdate()
  return (await account.executeTakeFirst()) ?? none
}

/** Newest first, by keyset pagination: `before` is the last entry of the previous page. */
export async function readEntries(db: Database, personId: string, before: string | null, limit: number) {
  let entries = db
    .selectFrom('point_entries')
    .select(['id', 'kind', 'points', 'about', 'at'])
    .where('profile_id', '=', personId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (before) entries = entries.where('id', '<', before)
  return entries.execute()
}

/** The person whose points an event added to or took from. */
export async function readEntryOwner(db: Database, kind: EntryKind, eventId: string): Promise<string | undefined> {
  const entry = await db
    .selectFrom('point_entries')
    .select('profile_id')
    .where('kind', '=', kind)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return entry?.profile_id
}

/** A person's whole ledger, for the personal data export. */
export async function readEntriesWhole(db: Database, personId: string) {
  return db
    .selectFrom('point_entries')
    .select(['kind', 'points', 'about', 'at'])
    .where('profile_id', '=', personId)
    .orderBy('id')
    .execute()
}
