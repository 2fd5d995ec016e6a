import type { Database } from '~/platform/database/database.server'
import { type QuietHours, usualQuietHours } from '../choices/quiet-hours'
import { readSettings } from '../choices/settings-store.server'
import { endOfQuiet } from './end-of-quiet.server'

/** Looked up when a message is about to leave, so that hours chosen in the meantime count. */
export async function quietUntil(db: Database, personId: string | null, now: Date): Promise<Date | null> {
  if (personId === null) return null
  return endOfQuiet((await readSettings(db, personId)).quiet, now)
}

/**
 * For what is offered for a while, which should not run out while somebody sleeps: when the night of a moment ends, the usual one
 * and their own together; null by day.
 */
export async function readNights(db: Database, personId: string): Promise<(moment: number) => number | null> {
  const { quiet } = await readSettings(db, personId)
  return (moment) => {
    const endAfter = (from: Date, hours: QuietHours) => endOfQuiet(hours, from) ?? from
    // Once more, since one may end within the other.
    const nights = [quiet, usualQuietHours, quiet]
    const end = nights.reduce(endAfter, new Date(moment)).getTime()
    return end > moment ? end : null
  }
}
