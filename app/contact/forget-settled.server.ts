import type { House } from '~/platform/house.server'
import { deleteSettledBefore } from './inbox-store.server'

/** The number of days is on the page about privacy. */
const keptDays = 90

/** Chore: deletes questions that were answered or closed 90 days ago, with their answers. */
export function forgetSettledQuestions({ db, clock }: Pick<House, 'db' | 'clock'>): Promise<number> {
  return deleteSettledBefore(db, new Date(clock.now().getTime() - keptDays * 86_400_000))
}
