import { href } from 'react-router'
import type { SortingOf } from '~/door/list-order'
import { Badge } from '~/ui/badge'
import { MailAddress } from '~/ui/mail-address'
import { DataTable, RowLink } from '~/ui/table'
import type { listPeople } from '../list-people.server'
import type { peopleOrders } from '../people-search'

type Props = {
  people: Awaited<ReturnType<typeof listPeople>>['people']
  sorting: SortingOf<typeof peopleOrders>
}

/** The list of people, each with a link to their page. */
export function PeopleTable({ people, sorting }: Props) {
  return (
    <DataTable
      caption="Användare"
      captionHidden
      wide
      columns={[
        { key: 'name', label: 'Namn', sort: sorting.name },
        { key: 'email', label: 'E-post' },
        { key: 'role', label: 'Roll', short: true },
        { key: 'status', label: 'Medlemskap', short: true },
        { key: 'postcode', label: 'Postnummer', short: true },
        { key: 'joined', label: 'Gick med', sort: sorting.joined, short: true },
      ]}
      rows={people.map((person) => ({
        id: person.id,
        name: <RowLink to={href('/dashboard/admin/users/:id', { id: person.id })}>{person.name}</RowLink>,
        email: <MailAddress>{person.email}</MailAddress>,
        role: person.role,
        status: (
          <span className="flex flex-wrap items-center gap-2">
            {person.status}
            {person.isBlocked && (
              <Badge tone="alarm" icon="lock">
                Spärrad
              </Badge>
            )}
          </span>
        ),
        postcode: person.postcode,
        joined: person.joined,
      }))}
    />
  )
}
