import type { House } from '~/platform/house.server'
import { readBackups } from './read-backups.server'
import { readChores } from './read-chores.server'
import { oldAfterMs, standingOf } from './trial'

/** What needs an administrator's attention. A demo is not expected to have backups. */
export type UpkeepWaiting = {
  failed: { since: Date } | null
  old: { since: Date } | null
  isUnknown: boolean
  choresBehind: number
}

export async function readUpkeepWaiting(house: Pick<House, 'db' | 'clock' | 'config'>): Promise<UpkeepWaiting> {
  const now = house.clock.now()
  const [known, standings] = await Promise.all([readBackups(house.db, now), readChores(house)])
  const standing = standingOf(known, now)
  const madeAt = known.whole?.madeAt
  return {
    failed: standing === 'failed' && known.last ? { since: known.last.beganAt } : null,
    old: standing === 'old' && madeAt ? { since: new Date(madeAt.getTime() + oldAfterMs) } : null,
    isUnknown: standing === 'unknown' && house.config.mode === 'production',
    choresBehind: standings.filter(({ isBehind }) => isBehind).length,
  }
}
