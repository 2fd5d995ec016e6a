import { type PersonRow, readPeople } from '~/accounts/public.server'
import { recordExport } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import { plainOrder } from '~/door/list-order'
import { memberStatusLabels } from '~/membership/public'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { csvOfPages } from '~/platform/http/csv.server'
import { dayOf } from '~/shared/time'
import { listQueryOf, type PeopleOrder, type PeopleSearch, peopleOrders, roleLabels } from './people-search'

/** An admin downloads the people of a list, in its order and with its columns, as CSV. */
export async function exportPeople(
  { db, clock }: House,
  signedIn: SignedIn,
  search: PeopleSearch,
  order: PeopleOrder = plainOrder(peopleOrders),
) {
  onlyAdmin(signedIn)
  const asked = listQueryOf(search, order).toString()
  await recordExport(db, { at: clock.now(), actor: signedIn, deed: 'export people', asked })
  const read = (before: string | null, limit: number) => readPeople(db, search, before, limit, order)
  return csvOfPages({ head, cells: cellsOf, read })
}

const head = ['Namn', 'E-post', 'Postnummer', 'Roll', 'Medlemskap', 'Gick med', 'Spärrad']

function cellsOf({ name, email, postcode, role, status, joinedAt, blockedAt }: PersonRow) {
  const membership = role === 'member' && status ? memberStatusLabels[status] : ''
  return [name, email, postcode, roleLabels[role], membership, dayOf(joinedAt), blockedAt ? dayOf(blockedAt) : '']
}
