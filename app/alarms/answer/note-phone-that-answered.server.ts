import { markTested } from '~/guards/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Actor } from '../alarm'
import type { Alarm } from '../history/alarm-store.server'
import { wasTexted } from './reply-store.server'

/**
 * A guard who answers a test, by SMS, link or page, has proved that alarms reach their phone; the monthly test code is
 * not needed. Only if an SMS was sent to the guard: without it they may have answered on another screen, or from the
 * company's mail.
 */
export async function notePhoneThatAnswered(
  db: Database,
  alarm: Pick<Alarm, 'id' | 'isTest'>,
  actor: Actor,
  now: Date,
) {
  if (!alarm.isTest || actor.kind !== 'partner' || !actor.guardId) return
  if (await wasTexted(db, alarm.id, actor.guardId)) await markTested(db, actor.guardId, now)
}
