import { href, Link } from 'react-router'
import type { ChosenService } from '../../book/read-book-page.server'

/** A link to the waiting list, for a service with full days. Passes on the chosen day if it has no free times. */
export function WaitLink({ chosen: { wait, service, day, starts } }: { chosen: ChosenService }) {
  if (wait === null) return null
  const asked = new URLSearchParams({ service: service.id, ...(day && starts.length === 0 ? { day } : {}) })
  return wait === 'listed' ? (
    <p>
      Du står på väntelistan.{' '}
      <Link to={href('/dashboard/customer/waiting')} className="link inline-flex min-h-12 items-center">
        Se din väntelista
      </Link>
    </p>
  ) : (
    <p>
      Passar ingen av tiderna?{' '}
      <Link
        to={`${href('/dashboard/customer/waiting/new')}?${asked}`}
        className="link inline-flex min-h-12 items-center"
      >
        Säg till om en tid blir ledig
      </Link>
    </p>
  )
}
