import type { House } from '~/platform/house.server'
import { namesOf } from '~/shared/chosen'
import { type ChoreEnds, type ChoreName, chores, isBehind } from './chore'
import { readRuns } from './chore-store.server'

export type ChoreStanding = ChoreEnds & { name: ChoreName; isBehind: boolean }

/** The state of every chore in this version, in the order of `chores`. Rows of retired chores are ignored. */
export async function readChores({ db, clock }: Pick<House, 'db' | 'clock'>): Promise<ChoreStanding[]> {
  const now = clock.now()
  const runs = new Map((await readRuns(db)).map((run) => [run.chore, run]))
  return namesOf(chores).map((name) => {
    const { succeededAt = null, failedAt = null } = runs.get(name) ?? {}
    return { name, succeededAt, failedAt, isBehind: isBehind(name, { succeededAt, failedAt }, now) }
  })
}
