import { notAllWords } from '~/accounts/public'
import { lookForPeople } from '~/accounts/public.server'
import { onlyAdmin } from '~/door/guard.server'
import { plainOrder } from '~/door/list-order'
import { memberStatusLabels } from '~/membership/public'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { pageOf } from '~/platform/database/keyset.server'
import type { House } from '~/platform/house.server'
import { formatPostcode } from '~/postcodes/public'
import { formatDay } from '~/shared/time'
import { type PeopleOrder, type PeopleSearch, peopleOrders, roleLabels } from './people-search'

const pageSize = 25

/**
 * An admin reads a page of people, newest first by default. Phone numbers and addresses are only on each person's own
 * page.
 */
export async function listPeople(
  { db }: House,
  signedIn: SignedIn,
  search: PeopleSearch,
  before: string | null,
  order: PeopleOrder = plainOrder(peopleOrders),
) {
  onlyAdmin(signedIn)
  const { rows, lookedAt } = await lookForPeople(db, search, before, pageSize + 1, order)
  const { shown, next } = pageOf(rows, pageSize)
  return {
    next,
    notAll: notAllWords(lookedAt),
    people: shown.map((person) => ({
      id: person.id,
      name: person.name,
      email: person.email,
      role: roleLabels[person.role],
      status: person.role === 'member' && person.status ? memberStatusLabels[person.status] : null,
      postcode: formatPostcode(person.postcode),
      joined: formatDay(person.joinedAt),
      isBlocked: person.blockedAt !== null,
    })),
  }
}
