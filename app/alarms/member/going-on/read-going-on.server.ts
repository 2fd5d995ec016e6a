import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { readFollowedAlarm } from '../../history/alarm-view-store.server'
import { type GoingOn, goingOnOf } from './going-on'
import { readOpenAlarmIds, readOpenWalk } from './going-on-store.server'

/**
 * A member's own alarm, walk home and test that go on, for pages beside theirs. Whoever has none, as nearly everybody at nearly every time, costs two looks
 * into indexes that hold nothing but what is open; how an alarm stands is asked only of one that is there.
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
