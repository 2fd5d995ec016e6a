import type { Database } from '~/platform/database/database.server'

/** Of alarms that are open, or were since then: the links that still open something. */
export async function readLinks(
  db: Database,
  { since, after, most }: { since: Date; after: string | null; most: number },
): Promise<{ recipientId: string; hash: string }[]> {
  let links = db
    .selectFrom('alarm_recipients')
    .innerJoin('safety_alarms', 'safety_alarms.id', 'alarm_id')
    .select(['alarm_recipients.id as recipientId', 'link_hash as hash'])
    .where((is) => is.or([is('closed_at', 'is', null), is('closed_at', '>', since)]))
    .orderBy('alarm_recipients.id')
    .limit(most)
  if (after) links = links.where('alarm_recipients.id', '>', after)
  return links.execute()
}

export async function replaceLink(db: Database, recipientId: string, hash: string) {
  await db.updateTable('alarm_recipients').set({ link_hash: hash }).where('id', '=', recipientId).execute()
}
