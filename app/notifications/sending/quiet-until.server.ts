import type { Database } from '~/platform/database/database.server'
import { type QuietHours, usualQuietHours } from '../choices/quiet-hours'
import { readSettings } from '../choices/settings-store.server'
import { endOfQuiet } from './end-of-quiet.server'

/**
 * When the person's quiet hours end; null if now is not quiet. Looked up when a message is sent, so that changed
 * settings count.
 */
export async function quietUntil(db: Database, personId: string | null, now: Date): Promise<Date | null> {
  if (personId === null) return null
  return endOfQuiet((await readSettings(db, personId)).quiet, now)
}

/**
 * For offers with a deadline that should not pass at night: maps a moment to the end of its night, the person's quiet
 * hours combined with the usual ones. Null by day.
 */
export async function readNights(db: Database, personId: string): Promise<(moment: number) => number | null> {
  const { quiet } = await readSettings(db, personId)
  return (moment) => {
    const endAfter = (from: Date, hours: QuietHours) => endOfQuiet(hours, from) ?? from
    // The first again at the end, since one night may end within the other.
    const nights = [quiet, usualQuietHours, quiet]
    const end = nights.reduce(endAfter, new Date(moment)).getTime()
    return end > moment ? end : null
  }
}
