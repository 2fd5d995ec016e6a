import type { House } from '~/platform/house.server'
import { formatPostcode } from '~/postcodes/public'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { isOpen, type Taker } from '../alarm'
import { changeAlarm } from '../answer/change-alarm.server'
import { whyNotForPartner } from '../answer/look-at-position.server'
import { addEntries } from '../history/alarm-store.server'
import { isAtHome } from '../raise/where/place'
import type { HomeSeen } from './home-form'
import { postcodeElsewhere, readSavedHome } from './setup-store.server'

/**
 * The home address of the alarm's reporter, for those who may see the position. Never after the alarm is over, and
 * never for a test. Each look is recorded in the timeline before the address is returned. Null when there is no home to
 * show.
 */
export function lookAtHome(house: House, actor: Taker, alarmId: string): Promise<Outcome<HomeSeen | null> | NotThere> {
  return changeAlarm(house, actor, alarmId, async ({ db, alarm, part, now }): Promise<Outcome<HomeSeen | null>> => {
    const why = isOpen(alarm.state) ? whyNotForPartner(part, alarm.state) : 'Larmet är över.'
    if (why) return refused('Adressen visas inte', { message: why })
    if (alarm.isTest || alarm.reportedBy === null || !isAtHome(alarm.place)) return accepted(null)
    const saved = await readSavedHome({ db, keys: house.keys }, alarm.reportedBy)
    if (!saved) return accepted(null)
    await addEntries(db, now, { alarmId: alarm.id, kind: 'home_seen', actor })
    const elsewhere = postcodeElsewhere(saved, alarm.postcode)
    return accepted(elsewhere ? { ...saved.home, savedIn: formatPostcode(elsewhere) } : saved.home)
  })
}
