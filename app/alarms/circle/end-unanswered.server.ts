import type { House } from '~/platform/house.server'
import { askedSince } from './circle'
import { endPeople } from './circle-store.server'

/** Chore: erases the names and numbers of people who never answered; nobody needs them. Returns how many. */
export async function endUnansweredQuestions({ db: root, clock }: House): Promise<number> {
  const now = clock.now()
  const ended = await root
    .transaction()
    .execute((db) => endPeople(db, { unansweredSince: askedSince(now) }, 'member', now))
  return ended.length
}
