import { randomUUID } from 'node:crypto'
import { isFresh, readPeople } from '~/accounts/public.server'
import { readBulkJobs } from '~/bulk/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { describeSearch, peopleSearchFrom, queryOf } from '../people-search'
import { peopleBulkWords } from './bulk-people.server'

const firstShown = 5

/** An admin: what a search would meet, and the jobs of late. */
export async function readBulkStart(house: House, signedIn: SignedIn, query: URLSearchParams) {
  onlyAdmin(signedIn)
  const { db, clock } = house
  const search = peopleSearchFrom(query)
  const first = await readPeople(db, search, null, firstShown + 1)
  return {
    key: randomUUID(),
    isFresh: isFresh(signedIn, clock.now()),
    query: queryOf(search).toString(),
    whom: describeSearch(search),
    names: first.slice(0, firstShown).map(({ name }) => name),
    isMore: first.length > firstShown,
    jobs: await readBulkJobs(house, signedIn, peopleBulkWords),
  }
}
