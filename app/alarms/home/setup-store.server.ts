import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import type { Keys } from '~/platform/keys.server'
import type { Home } from './home-form'

/** Store of the alarm set-ups. Homes are encrypted beforehand, so no plaintext appears in SQL or logs. */
type Ports = { db: Database; keys: Keys }

/**
 * The owner's id is encrypted with the home, so a row copied to another profile cannot be opened. `postcode` is the
 * owner's at the time; homes that were saved before it was kept have none.
 */
type Sealed = { of: string; home: Home; postcode?: string }

/** A home, and the postcode that it lies in if that is known. */
export type SavedHome = { home: Home; postcode: string | null }

/** The postcode that a home was saved in, if it is known and another than now: its member may have moved since. */
export function postcodeElsewhere({ postcode }: SavedHome, now: string): string | null {
  return postcode === now ? null : postcode
}

function open({ keys }: Pick<Ports, 'keys'>, personId: string, sealed: string): SavedHome | null {
  const text = keys.open('alarm home', sealed)
  if (text === null) return null
  const { of, home, postcode = null } = JSON.parse(text) as Sealed
  return of === personId ? { home, postcode } : null
}

export async function writeHome({ db, keys }: Ports, personId: string, home: Home, now: Date, postcode?: string) {
  const sealed = keys.seal('alarm home', JSON.stringify({ of: personId, home, postcode } satisfies Sealed))
  const row = { home_sealed: sealed, home_saved_at: now }
  await db
    .insertInto('alarm_setups')
    .values({ profile_id: personId, ...row })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(row))
    .execute()
}

export async function removeHome(db: Database, personId: string) {
  await db
    .updateTable('alarm_setups')
    .set({ home_sealed: null, home_saved_at: null })
    .where('profile_id', '=', personId)
    .execute()
}

export async function writeSharesPosition(db: Database, personId: string, shares: boolean) {
  await db
    .insertInto('alarm_setups')
    .values({ profile_id: personId, shares_position: shares })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet({ shares_position: shares }))
    .execute()
}

/** `saved` is null when no home is stored, or when it was sealed with a secret that is no longer configured. */
type Setup = { saved: SavedHome | null; homeSavedAt: Date | null; sharesPosition: boolean | null }

export async function readSetupOf({ db, keys }: Ports, personId: string): Promise<Setup> {
  const [row] = await askSetup(db, personId)
  if (!row) return { saved: null, homeSavedAt: null, sharesPosition: null }
  const { sealed, ...setup } = row
  return { ...setup, saved: sealed === null ? null : open({ keys }, personId, sealed) }
}

const askSetup = builtOnce('setup', (db: Database, personId: string) =>
  db
    .selectFrom('alarm_setups')
    .select(['home_sealed as sealed', 'home_saved_at as homeSavedAt', 'shares_position as sharesPosition'])
    .where('profile_id', '=', personId),
)

export async function readSavedHome(ports: Ports, personId: string): Promise<SavedHome | null> {
  return (await readSetupOf(ports, personId)).saved
}

/** Condition for queries over `safety_alarms`: the reporter has stored a home. */
export const hasHome = sql<boolean>`exists (select from alarm_setups
  where profile_id = safety_alarms.reported_by and home_sealed is not null)`

/**
 * Condition: the test was sent to somebody who could come, or they have opened it. A centre does not count: it
 * acknowledges automatically.
 */
const hasReached = sql<boolean>`exists (select from alarm_recipients as recipient
  where recipient.alarm_id = tried.id and role in ('partner', 'neighbour') and (seen_at is not null or exists (
    select from alarm_deliveries where recipient_id = recipient.id and kind = 'call' and channel <> 'centre'
      and state in ('sent', 'delivered'))))`

const isUnderWay = sql<boolean>`exists (select from alarm_recipients as recipient
  inner join alarm_deliveries on recipient_id = recipient.id
  where recipient.alarm_id = tried.id and role in ('partner', 'neighbour') and kind = 'call' and state in ('queued', 'sending'))`

export type Tests = {
  /** The newest test that reached somebody who could come. */
  testedAt: Date | null
  /** The newest test, if it reached nobody, and whether it is still being sent. */
  unheard: { at: Date; isUnderWay: boolean } | null
}

/** How the member's own tests went. Pressing alone proves nothing; a test counts when it reached somebody. */
export async function readTests(db: Database, personId: string): Promise<Tests> {
  const [row] = await askTests(db, personId)
  if (!row) return { testedAt: null, unheard: null }
  const { createdAt: at, hasReached, isUnderWay, testedAt } = row
  return { testedAt, unheard: hasReached ? null : { at, isUnderWay } }
}

const askTests = builtOnce('tests of a member', (db: Database, personId: string) =>
  db
    .selectFrom('safety_alarms as tried')
    .select(['created_at as createdAt', hasReached.as('hasReached'), isUnderWay.as('isUnderWay')])
    .select((of) =>
      of
        .selectFrom('safety_alarms as tried')
        .select('created_at')
        .where('reported_by', '=', personId)
        .where('is_test', '=', true)
        .where(hasReached)
        .orderBy('id', 'desc')
        .limit(1)
        .as('testedAt'),
    )
    .where('reported_by', '=', personId)
    .where('is_test', '=', true)
    .orderBy('id', 'desc')
    .limit(1),
)

/** One batch of sealed homes, by keyset pagination over the owner's id. */
export async function readSealedHomes(db: Database, after: string | null, most: number) {
  let homes = db.selectFrom('alarm_setups').select(['profile_id as personId', 'home_sealed as sealed'])
  if (after) homes = homes.where('profile_id', '>', after)
  return homes
    .where('home_sealed', 'is not', null)
    .$narrowType<{ sealed: string }>()
    .orderBy('profile_id')
    .limit(most)
    .execute()
}

/** Compare-and-set: no-op if the member has saved another home meanwhile, sealed with the newest secret already. */
export async function replaceSealedHome(db: Database, personId: string, before: string, sealed: string) {
  await db
    .updateTable('alarm_setups')
    .set({ home_sealed: sealed })
    .where('profile_id', '=', personId)
    .where('home_sealed', '=', before)
    .execute()
}
