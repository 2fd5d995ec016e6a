import { randomUUID } from 'node:crypto'
import { notAllWords } from '~/accounts/public'
import { isFresh, lookForPeople } from '~/accounts/public.server'
import { readBulkJobs } from '~/bulk/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { describeSearch, peopleSearchFrom, queryOf } from '../people-search'
import { peopleBulkWords } from './bulk-people.server'

const firstShown = 5

/**
 * An admin reads the first people that a search finds, within the same limit on rows as the list (the job itself has
 * none), and the latest jobs.
 */
export async function readBulkStart(house: House, signedIn: SignedIn, query: URLSearchParams) {
  onlyAdmin(signedIn)
  const { db, clock } = house
  const search = peopleSearchFrom(query)
  const { rows: first, lookedAt } = await lookForPeople(db, search, null, firstShown + 1)
  return {
    key: randomUUID(),
    isFresh: isFresh(signedIn, clock.now()),
    query: queryOf(search).toString(),
    whom: describeSearch(search),
    names: first.slice(0, firstShown).map(({ name }) => name),
    isMore: first.length > firstShown,
    /** Null if more than `firstShown` were found: then it does not matter which rows were not read. */
    notAll: first.length > firstShown ? null : notAllWords(lookedAt),
    jobs: await readBulkJobs(house, signedIn, peopleBulkWords),
  }
}
