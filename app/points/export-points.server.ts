import type { Database } from '~/platform/database/database.server'
import { entryTitle } from './entry'
import { readEntriesWhole, readPointAccount } from './points-store.server'

/** The points' part of the personal data export. */
export async function exportPoints(db: Database, personId: string) {
  const { balance, earned } = await readPointAccount(db, personId)
  const entries = await readEntriesWhole(db, personId)
  return {
    saldo: balance,
    intjänat: earned,
    händelser: entries.map(({ kind, about, points, at }) => ({ vad: entryTitle(kind, about), poäng: points, när: at })),
  }
}
