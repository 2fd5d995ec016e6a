import type { Database } from '~/platform/database/database.server'
import { partnerSights, type Sight } from '../answer/part.server'
import { readAlarmLine } from '../operator/admin-view-store.server'
import { asPartnerSees, readFollowedAlarm, readPartnerRow } from './alarm-view-store.server'
import { type News, writeNews } from './alarm-wire'

/** The alarm's current state, serialised once for each sight that is asked for. */
export async function readNewsOf(
  db: Database,
  alarmId: string,
  sights: readonly Sight[],
  now: Date,
): Promise<Map<Sight, string>> {
  const own = sights.includes('own') ? readFollowedAlarm(db, alarmId, now) : null
  const line = sights.includes('admin') ? readAlarmLine(db, alarmId) : null
  const companies = partnerSights.filter((sight) => sights.includes(sight))
  const row = companies.length > 0 ? readPartnerRow(db, alarmId) : null
  const [ownAlarm, adminLine, partnerRow] = await Promise.all([own, line, row])

  const news = new Map<Sight, News>()
  if (ownAlarm) news.set('own', { now, own: ownAlarm })
  if (adminLine) news.set('admin', { now, line: adminLine })
  for (const sight of companies)
    if (partnerRow) news.set(sight, { now, partner: asPartnerSees(partnerRow, sight, now) })
  return new Map([...news].map(([sight, each]) => [sight, writeNews(each)]))
}
