import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { isId } from '~/shared/asked'
import { readAlarmOf } from '../history/alarm-view-store.server'
import type { TimelineKind } from '../history/timeline'
import { readTimeline } from '../operator/admin-view-store.server'

/** Claiming a false alarm, and taking that back within its minute. Withdrawn claims were told to nobody. */
const unsaid = new Set<string>(['said_false', 'not_false'] satisfies TimelineKind[])

/** A member's own alarm with its whole timeline; null for anybody else's. Operators appear as "Jouren". */
export async function readOwnHistory({ db, clock }: House, { person }: SignedIn, alarmId: string) {
  const now = clock.now()
  const alarm = isId(alarmId) ? await readAlarmOf(db, person.id, alarmId, now) : null
  if (!alarm) return null
  const entries = await readTimeline(db, alarmId)
  const timeline = entries
    .filter(({ kind }) => !unsaid.has(kind))
    .map((entry) => ({
      ...entry,
      name: entry.by === 'partner' ? entry.name : entry.by === 'member' ? 'du' : '',
    }))
  return { now, alarm, timeline }
}
