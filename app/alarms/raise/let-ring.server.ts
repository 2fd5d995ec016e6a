import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type NotThere, type Outcome } from '~/shared/outcome'
import { isOpen } from '../alarm'
import { changeAlarm } from '../answer/change-alarm.server'
import { addEntries, updateAlarms } from '../history/alarm-store.server'

/**
 * A member who hid says that their phone may sound again, on an open page. A press, which tells everyone, sets hiding.
 */
export function letRing(house: House, { person }: SignedIn, alarmId: string): Promise<Outcome<null> | NotThere> {
  const actor = { kind: 'member' as const, personId: person.id }
  return changeAlarm(house, actor, alarmId, async ({ db, alarm, now }) => {
    if (!alarm.isHiding || !isOpen(alarm.state)) return accepted(null)
    await updateAlarms(db, [alarm.id], { is_hiding: false })
    await addEntries(db, now, { alarmId: alarm.id, kind: 'may_ring', actor })
    return accepted(null)
  })
}
