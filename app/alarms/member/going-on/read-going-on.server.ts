import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { readFollowedAlarm } from '../../history/alarm-view-store.server'
import { type GoingOn, goingOnOf } from './going-on'
import { readOpenAlarmIds, readOpenWalk } from './going-on-store.server'

/**
 * The member's open alarm, walk home and test, for their other pages. Nearly always there is none, which costs two
 * look-ups in partial indexes that hold open rows only. Details are read only for an alarm that is open.
 */
export async function readGoingOn(
  { db, clock }: Pick<House, 'db' | 'clock'>,
  { person }: SignedIn,
): Promise<GoingOn[]> {
  const [open, walk] = await Promise.all([readOpenAlarmIds(db, person.id), readOpenWalk(db, person.id)])
  const now = clock.now()
  const alarms = await Promise.all(open.map(({ id }) => readFollowedAlarm(db, id, now)))
  return goingOnOf(
    alarms.filter((alarm) => alarm !== null),
    walk,
  )
}
