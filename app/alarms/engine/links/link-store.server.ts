import type { Database } from '~/platform/database/database.server'
import { openStates } from '../../alarm'

/** Links that still open something: those of alarms that are open, or were closed after `since`. */
export async function readLinks(db: Database, since: Date): Promise<{ recipientId: string; hash: string }[]> {
  return db
    .selectFrom('alarm_recipients')
    .select(['id as recipientId', 'link_hash as hash'])
    .where('alarm_id', 'in', (alarms) =>
      alarms
        .selectFrom('safety_alarms')
        .select('id')
        .where((is) => is.or([is('status', 'in', [...openStates]), is('closed_at', '>', since)])),
    )
    .execute()
}

export async function replaceLink(db: Database, recipientId: string, hash: string) {
  await db.updateTable('alarm_recipients').set({ link_hash: hash }).where('id', '=', recipientId).execute()
}
