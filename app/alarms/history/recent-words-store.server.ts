import type { Database } from '~/platform/database/database.server'

const newest = 200

/**
 * What was written in the newest alarms of a postcode, for judging whether a text to many repeats any of it. The
 * words go nowhere else.
 */
export async function readRecentWords(db: Database, postcode: string, since: Date): Promise<string[]> {
  const alarms = await db
    .selectFrom('safety_alarms')
    .select(['id', 'message'])
    .where('postcode', '=', postcode)
    .where('origin', '=', 'member')
    .where('created_at', '>=', since)
    .orderBy('id', 'desc')
    .limit(newest)
    .execute()
  if (alarms.length === 0) return []
  const updates = await db
    .selectFrom('alarm_updates')
    .select('message')
    .where(
      'alarm_id',
      'in',
      alarms.map(({ id }) => id),
    )
    .orderBy('id', 'desc')
    .limit(newest)
    .execute()
  return [...alarms, ...updates].map(({ message }) => message)
}
