import { markTested } from '~/guards/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Actor } from '../alarm'
import type { Alarm } from '../history/alarm-store.server'
import { wasTexted } from './reply-store.server'

/**
 * A guard who answers a test, by SMS, link or page, has a phone that alarms reach: what a month's code would have
 * shown is known. Not when the SMS never left, and they answer on a screen or out of the company's letterbox.
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
