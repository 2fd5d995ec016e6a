import { Form, href } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { EmptyStreet } from '~/pictures/scenes'
import { readCursor } from '~/platform/database/keyset.server'
import { houseContext } from '~/platform/http/contexts.server'
import { Badge } from '~/ui/badge'
import { CardLink } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Button, ButtonLink } from '~/ui/form/button'
import { Pager } from '~/ui/pager'
import { listPeople } from '../list-people.server'
import { PeopleFilter } from '../parts/people-filter'
import { peopleSearchFrom, queryOf } from '../people-search'
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
  const before = readCursor(request)
  return { search, before, ...(await listPeople(context.get(houseContext), signedIn, search, before)) }
}

export default function PeoplePage({ loaderData: { search, before, people, next } }: Route.ComponentProps) {
  const query = queryOf(search).toString()
  const address = href('/dashboard/admin/users') + (query && `?${query}`)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-h2">Användare</h1>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={href('/dashboard/admin/users/bulk') + (query && `?${query}`)} variant="quiet">
            Åtgärder för flera
          </ButtonLink>
          {/* A file and not a page: the router leaves it to the browser. */}
          <Form method="get" action={href('/dashboard/admin/users/export')} reloadDocument>
            {[...queryOf(search)].map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <Button type="submit" variant="secondary" icon="download">
              Hämta som CSV
            </Button>
          </Form>
        </div>
      </div>
      <PeopleFilter search={search} />
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
        <ul className="mt-6 grid gap-4 xl:grid-cols-2">
          {people.map((person) => (
            <li key={person.id}>
              <CardLink to={href('/dashboard/admin/users/:id', { id: person.id })} title={person.name} heading="h2">
                <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Badge tone="neutral">{person.role}</Badge>
                  {person.status && <span>{person.status}</span>}
                  {person.isBlocked && (
                    <Badge tone="alarm" icon="lock">
                      Spärrad
                    </Badge>
                  )}
                  <span>{person.postcode}</span>
                  <span className="text-small">{person.joined}</span>
                </p>
                <p className="mt-2 text-small [overflow-wrap:anywhere]">{person.email}</p>
              </CardLink>
            </li>
          ))}
        </ul>
      )}
      <Pager previous={before ? address : undefined} next={next && `${address}${query ? '&' : '?'}before=${next}`} />
    </>
  )
}
