import { href, Link } from 'react-router'
import { Card } from '~/ui/card'
import type { Side } from '../../booking'
import type { VisitView } from '../../diaries/read-visit.server'
import { BookingBadge } from '../../parts/booking-badge'

const addresses = {
  member: '/dashboard/customer/bookings/:id',
  company: '/dashboard/provider/bookings/:id',
} as const

type Props = { side: Side; visit: VisitView | null; isAsked: boolean }

/** The other bookings of the same visit, on the page of each of them. */
export function VisitSection({ side, visit, isAsked }: Props) {
  if (!visit) return null
  const { services, left } = visit
  return (
    <Card as="section" aria-labelledby="besoket" className="grid gap-4">
      <h2 id="besoket" className="text-h4">
        I samma besök
      </h2>
      <ol className="divide-y divide-line">
        {services.map(({ id, title, span, price, look, isThis }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0">
              <Link
                to={href(addresses[side], { id })}
                aria-current={isThis ? 'page' : undefined}
                className={`link inline-flex min-h-12 items-center wrap-anywhere ${isThis ? 'font-semibold' : ''}`}
              >
                {title}
              </Link>
              <p className="tabular text-soft">
                kl. {span}, <span className="whitespace-nowrap">{price}</span>
              </p>
            </div>
            <BookingBadge look={look} />
          </li>
        ))}
      </ol>
      {left ? (
        <p className="tabular font-semibold wrap-anywhere">
          {left.when}, <span className="whitespace-nowrap">{left.duration}</span>,{' '}
          <span className="whitespace-nowrap">{left.price}</span>
          {side === 'company' ? `, ${left.providerGets} till er` : ''}
        </p>
      ) : null}
      <p className="text-small text-soft">
        {isAsked && side === 'company' ? 'Ert svar gäller hela besöket. ' : ''}
        En ny tid gäller hela besöket. Varje tjänst kan avbokas för sig, och resten står då kvar.
      </p>
    </Card>
  )
}
