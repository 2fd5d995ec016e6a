import type { House } from '~/platform/house.server'
import { accepted, type Outcome } from '~/shared/outcome'
import type { Partner } from '../alarm'
import { announceSent, readAlarm } from '../history/alarm-store.server'
import { readPart } from './part.server'
import { writeSeen } from './reply-store.server'

/** Records that a partner's page has shown the alarm, for the count of people it has reached. */
export async function markSeen({ db, clock }: House, partner: Partner, alarmId: string): Promise<Outcome<null>> {
  const now = clock.now()
  const alarm = await readAlarm(db, alarmId)
  if (!alarm || !(await readPart(db, alarm, partner, now))) return accepted(null)
  if (await writeSeen(db, alarmId, partner, now)) await announceSent(db, [alarmId])
  return accepted(null)
}
