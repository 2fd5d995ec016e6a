import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { namesOf } from '~/shared/chosen'
import { type QuietHours, usualQuietHours } from './quiet-hours'
import { type Topic, topics, topicsFrom } from './topics'

export type NoticeSettings = { smsTopics: Topic[]; pushTopics: Topic[]; quiet: QuietHours }

/** The defaults: no SMS. A browser that subscribed gets all topics. */
export const unchosen: NoticeSettings = {
  smsTopics: [],
  pushTopics: namesOf(topics),
  quiet: usualQuietHours,
}

export async function readSettings(db: Database, profileId: string): Promise<NoticeSettings> {
  const row = await db
    .selectFrom('notice_settings')
    .select(['sms_topics', 'push_topics', 'quiet_from as from', 'quiet_until as until'])
    .where('profile_id', '=', profileId)
    .executeTakeFirst()
  if (!row) return unchosen
  const { sms_topics, push_topics, ...quiet } = row
  return { smsTopics: topicsFrom(sms_topics), pushTopics: topicsFrom(push_topics), quiet }
}

export async function upsertSettings(db: Database, profileId: string, settings: NoticeSettings, now: Date) {
  const row = {
    sms_topics: settings.smsTopics,
    push_topics: settings.pushTopics,
    quiet_from: settings.quiet.from,
    quiet_until: settings.quiet.until,
    updated_at: now,
  }
  await db
    .insertInto('notice_settings')
    .values({ profile_id: profileId, ...row })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(row))
    .execute()
}

/** Returns how many people had chosen any topic by SMS. */
export async function clearSmsTopics(db: Database, profileIds: string[], now: Date): Promise<number> {
  if (profileIds.length === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('notice_settings')
    .set({ sms_topics: [], updated_at: now })
    .where('profile_id', 'in', profileIds)
    .where(sql<boolean>`cardinality(sms_topics) > 0`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
