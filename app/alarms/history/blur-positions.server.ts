import type { House } from '~/platform/house.server'
import { blurPositions } from './position-store.server'

const keptDays = 30

/** A chore: after thirty days nobody needs to know at whose door it was. */
export function blurOldPositions({ db, clock }: House): Promise<number> {
  const now = clock.now()
  return blurPositions(db, new Date(now.getTime() - keptDays * 86_400_000), now)
}
