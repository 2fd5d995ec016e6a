import type { House } from '~/platform/house.server'
import { askedSince } from './circle'
import { endPeople } from './circle-store.server'

/** A chore: the name and number of somebody who never answered are nobody's to keep. Returns how many they were. */
export async function endUnansweredQuestions({ db: root, clock }: House): Promise<number> {
  const now = clock.now()
  const ended = await root
    .transaction()
    .execute((db) => endPeople(db, { unansweredSince: askedSince(now) }, 'member', now))
  return ended.length
}
