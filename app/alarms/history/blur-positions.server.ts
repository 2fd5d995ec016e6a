import type { House } from '~/platform/house.server'
import { blurPositions } from './position-store.server'

const keptDays = 30

/** A chore: makes positions older than thirty days imprecise, since nobody needs to know then at whose door it was. */
export function blurOldPositions({ db, clock }: House): Promise<number> {
  const now = clock.now()
  return blurPositions(db, new Date(now.getTime() - keptDays * 86_400_000), now)
}
