import { companiesOf } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { forgetCircleOf } from '../circle/circle-store.server'

/** Replaces the text of somebody who has left. */
const gone = 'Texten är borttagen.'

/**
 * Removes a person from all alarms when they delete their account: in their own, the words, the positions and their
 * messages; in those of others, their name, numbers, what they wrote and what was sent to them. That there was an
 * alarm, what was done and how fast is kept. Runs in the transaction that deletes the profile, before their company is
 * closed.
 */
export async function forgetReporter(db: Database, personId: string) {
  const theirs = db.selectFrom('safety_alarms').select('id').where('reported_by', '=', personId)
  await db.deleteFrom('alarm_positions').where('alarm_id', 'in', theirs).execute()
  await db.updateTable('alarm_updates').set({ message: gone }).where('alarm_id', 'in', theirs).execute()
  await db.updateTable('alarm_updates').set({ message: gone }).where('author_id', '=', personId).execute()
  await db
    .updateTable('alarm_deliveries')
    .set({ words: null })
    .where('alarm_id', 'in', theirs)
    .where('kind', '=', 'details')
    .execute()
  await db.updateTable('safety_alarms').set({ message: gone }).where('reported_by', '=', personId).execute()

  await forgetCircleOf(db, personId)

  // Recipients as themselves, or as a partner's owner, whose number is their own.
  const called = await db
    .updateTable('alarm_recipients')
    .set({ name: '', phone: null, email: null })
    .where((of) =>
      of.or([
        of('profile_id', '=', personId),
        of.and([of('company_id', 'in', companiesOf(personId)), of('guard_id', 'is', null)]),
      ]),
    )
    .returning('id')
    .execute()
  if (called.length === 0) return
  const ids = called.map(({ id }) => id)
  await db.updateTable('alarm_deliveries').set({ words: null }).where('recipient_id', 'in', ids).execute()
  // The answer words, together with the phone numbers they were sent to.
  await db.deleteFrom('alarm_words').where('recipient_id', 'in', ids).execute()
}
