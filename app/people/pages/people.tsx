import { href } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { sortingBy, withQuery } from '~/door/list-order'
import { pageMeta } from '~/door/page-meta'
import { ListTools } from '~/door/parts/list-tools'
import { EmptyStreet } from '~/pictures/scenes'
import { readCursor } from '~/platform/database/keyset.server'
import { houseContext } from '~/platform/http/contexts.server'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink } from '~/ui/form/button'
import { Pager } from '~/ui/pager'
import { listPeople } from '../list-people.server'
import { PeopleFilter } from '../parts/people-filter'
import { PeopleTable } from '../parts/people-table'
import {
  listQueryOf,
  type PeopleOrder,
  peopleOrderFrom,
  peopleOrders,
  peopleSearchFrom,
  queryOf,
} from '../people-search'
import type { Route } from './+types/people'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Användare',
    description: 'Alla som har ett konto, de nyaste först.',
    path: href('/dashboard/admin/users'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const search = peopleSearchFrom(new URL(request.url).searchParams)
  const order = peopleOrderFrom(new URL(request.url).searchParams)
  const before = readCursor(request)
  return { search, order, before, ...(await listPeople(context.get(houseContext), signedIn, search, before, order)) }
}

export default function PeoplePage({ loaderData }: Route.ComponentProps) {
  const { search, order, before, people, next, notAll } = loaderData
  const query = queryOf(search).toString()
  const addressOf = (by: PeopleOrder) => withQuery(href('/dashboard/admin/users'), listQueryOf(search, by))
  const sorting = sortingBy(peopleOrders, order, addressOf)
  const here = listQueryOf(search, order)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-h2">Användare</h1>
        <ButtonLink to={withQuery(href('/dashboard/admin/users/bulk'), queryOf(search))} variant="quiet">
          Åtgärder för flera
        </ButtonLink>
      </div>
      <PeopleFilter search={search} order={order} />
      <ListTools />
      {notAll && <p className="mt-6 rounded-control bg-mist p-4">{notAll}</p>}
      {people.length === 0 ? (
        <div className="mt-6">
          <EmptyState
            picture={<EmptyStreet />}
            title="Inga träffar"
            action={
              query ? (
                <ButtonLink to={href('/dashboard/admin/users')} variant="secondary">
                  Visa alla
                </ButtonLink>
              ) : undefined
            }
          >
            {query ? 'Prova med färre ord eller ta bort ett urval.' : 'När någon skapar ett konto syns det här.'}
          </EmptyState>
        </div>
      ) : (
        <PeopleTable people={people} sorting={sorting} />
      )}
      <Pager
        previous={before ? addressOf(order) : undefined}
        next={next && withQuery(href('/dashboard/admin/users'), [...here, ['before', next]])}
      />
    </>
  )
}
