import type { Database } from '~/platform/database/database.server'

const newest = 200

/** The words of the newest alarms in a postcode. Only used to check that a broadcast does not repeat any of them. */
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
