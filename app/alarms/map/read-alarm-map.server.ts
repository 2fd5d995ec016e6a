import { readSharedPlaces } from '~/guards/public.server'
import { readWalkers } from '~/patrols/public.server'
import type { House } from '~/platform/house.server'
import { readSurroundings } from '~/postcodes/public.server'
import type { Taker } from '../alarm'
import type { ShownPosition } from '../answer/look-at-position.server'
import { type AlarmMap, alarmMap } from './alarm-map'

/**
 * The map of an alarm, for a viewer who has just been authorised to see its position. A company sees its own guards on
 * it, an operator those of every company, a resident none.
 */
export async function readAlarmMap(
  { db, clock, config }: Pick<House, 'db' | 'clock' | 'config'>,
  viewer: Taker,
  position: ShownPosition,
): Promise<AlarmMap> {
  const now = clock.now()
  const [companyId, guardId] = viewer.kind === 'partner' ? [viewer.companyId, viewer.guardId] : [null, null]
  const [around, shared, walkers] = await Promise.all([
    readSurroundings(db, position.postcode),
    readSharedPlaces(db, position, companyId, now),
    readWalkers(db, position.postcode, now),
  ])
  return alarmMap({
    position,
    around,
    shared,
    walkers,
    guardId,
    isOperator: viewer.kind === 'operator',
    mapAddress: config.mapAddress,
    now,
  })
}
