import type { House } from '~/platform/house.server'
import { accepted, type Outcome } from '~/shared/outcome'
import type { Partner } from '../alarm'
import { announceSent, readAlarm } from '../history/alarm-store.server'
import { readPart } from './part.server'

/** A partner's page has shown the alarm: for whoever wonders how many it has reached. */
export async function markSeen({ db, clock }: House, partner: Partner, alarmId: string): Promise<Outcome<null>> {
  const now = clock.now()
  const alarm = await readAlarm(db, alarmId)
  if (!alarm || !(await readPart(db, alarm, partner, now))) return accepted(null)
  const { numUpdatedRows } = await db
    .updateTable('alarm_recipients')
    .set({ seen_at: now })
    .where('alarm_id', '=', alarmId)
    .where('company_id', '=', partner.companyId)
    .where('guard_id', 'is not distinct from', partner.guardId)
    .where('seen_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await announceSent(db, [alarmId])
  return accepted(null)
}
