import { href, Link } from 'react-router'
import type { ChosenService } from '../../book/read-book-page.server'

/** Where days are full: to the list, with the day that was looked at when there is nothing on it. */
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
