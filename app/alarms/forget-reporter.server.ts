import type { Database } from '~/platform/database/database.server'

/** In the place of what somebody wrote who has left. */
const gone = 'Texten är borttagen.'

/**
 * A member deletes their account: their words, their position and their own messages go; that there was an alarm,
 * what was done about it and how fast stays. For the transaction that deletes the profile.
 */
export async function forgetReporter(db: Database, personId: string) {
  const theirs = db.selectFrom('safety_alarms').select('id').where('reported_by', '=', personId)
  await db.deleteFrom('alarm_positions').where('alarm_id', 'in', theirs).execute()
  await db.updateTable('alarm_updates').set({ message: gone }).where('alarm_id', 'in', theirs).execute()
  await db
    .updateTable('alarm_recipients')
    .set({ name: '', phone: null, email: null })
    .where('profile_id', '=', personId)
    .execute()
  await db
    .updateTable('alarm_deliveries')
    .set({ words: null })
    .where('alarm_id', 'in', theirs)
    .where('kind', '=', 'details')
    .execute()
  await db.updateTable('safety_alarms').set({ message: gone }).where('reported_by', '=', personId).execute()
}
