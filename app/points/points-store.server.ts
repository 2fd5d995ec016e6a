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
  /** The company that it came through, where it came through one. */
  companyId?: string
}

/**
 * False when the event has its entry already. Throws on `point_accounts_never_negative` when there are not so
 * many points to spend. The database keeps the balance.
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

/** Whoever has never earned any has no account yet. */
export async function readPointAccount(db: Database, personId: string) {
  const [account] = await askAccount(db, personId)
  return account ?? none
}

const askAccount = builtOnce('point account', (db: Database, personId: string) =>
  db.selectFrom('point_accounts').select(['balance', 'earned']).where('profile_id', '=', personId),
)

/** Holds the account until the transaction ends. */
export async function lockPointAccount(db: Database, personId: string) {
  const account = db
    .selectFrom('point_accounts')
    .select(['balance', 'earned'])
    .where('profile_id', '=', personId)
    .forUpdate()
  return (await account.executeTakeFirst()) ?? none
}

/** Newest first, from the entry after `before` on. */
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

/** Who an event gave points to, or took them from. */
export async function readEntryOwner(db: Database, kind: EntryKind, eventId: string): Promise<string | undefined> {
  const entry = await db
    .selectFrom('point_entries')
    .select('profile_id')
    .where('kind', '=', kind)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return entry?.profile_id
}

/** The whole ledger of a person, for the file they can fetch. */
export async function readEntriesWhole(db: Database, personId: string) {
  return db
    .selectFrom('point_entries')
    .select(['kind', 'points', 'about', 'at'])
    .where('profile_id', '=', personId)
    .orderBy('id')
    .execute()
}
