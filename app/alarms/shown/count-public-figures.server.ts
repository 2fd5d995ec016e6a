import { readShiftDays } from '~/patrols/public.server'
import type { House } from '~/platform/house.server'
import { readOpenPostcodes } from '~/postcodes/public.server'
import { dayOf } from '~/shared/time'
import { figuresOf, firstDayShown } from './response-figures'
import { readAlarmTimes, savePublicFigures } from './shown-store.server'

const atATime = 200

/** Chore: counts the public figures of each open postcode. Runs without a user; returns how many. */
export async function countPublicFigures({ db, clock }: Pick<House, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  const today = dayOf(now)
  const since = firstDayShown(today)
  let counted = 0
  for (let after: string | null = null; ; ) {
    const postcodes = await readOpenPostcodes(db, after, atATime)
    for (const { code } of postcodes) {
      const [times, shifts] = await Promise.all([readAlarmTimes(db, code, since), readShiftDays(db, code, since, now)])
      await savePublicFigures(db, code, figuresOf(times, shifts, today), now)
      counted++
    }
    after = postcodes.at(-1)?.code ?? null
    if (postcodes.length < atATime) return counted
  }
}
