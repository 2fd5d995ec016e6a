import { href, Link } from 'react-router'
import { Card } from '~/ui/card'
import { Icon } from '~/ui/marks/icon'
import { BookingBadge } from '../../parts/booking-badge'
import { Moment } from '../../parts/moment'
import { ServiceList } from '../../visit/parts/service-list'
import type { BookingView } from '../booking-view'
import { Fact, FactRow, PhoneLink } from './booking-facts'

/** A booking in the member's list. */
export function MyBookingCard({ booking }: { booking: BookingView & { bookAgain: string | null } }) {
  const { company, proposal, bookAgain } = booking
  return (
    <Card as="article" className="grid gap-3" aria-labelledby={`bokning-${booking.id}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h3 id={`bokning-${booking.id}`} className="text-h4 wrap-anywhere">
            <Link to={href('/dashboard/customer/bookings/:id', { id: booking.id })} className="hover:text-spruce">
              {booking.title}
            </Link>
          </h3>
          <p className="mt-0.5 text-soft wrap-anywhere">{company.name}</p>
        </div>
        <BookingBadge look={booking.look} />
      </div>
      <ServiceList services={booking.services} />
      <FactRow>
        <Fact icon="calendar">{booking.date}</Fact>
        <Fact icon="clock">
          <span className="tabular">{booking.time}</span>
        </Fact>
        <Fact icon="coin">
          <span className="tabular">{booking.price}</span>
        </Fact>
        {booking.repeats ? <Fact icon="repeat">{booking.repeats}</Fact> : null}
        {company.isHere ? (
          <Fact icon="phone">
            <PhoneLink phone={company.phone} />
          </Fact>
        ) : null}
      </FactRow>
      {proposal ? (
        <p className="flex items-start gap-2 font-semibold text-lamp-ink">
          <Icon name="calendar" className="mt-[0.2em] size-5" />
          <span>
            {proposal.isOurs ? 'Du har föreslagit ' : `${company.name} föreslår `}
            <Moment {...proposal.when} />
          </span>
        </p>
      ) : null}
      {booking.ended ? <p className="text-soft">{booking.ended}</p> : null}
      <p className="-mb-3 flex flex-wrap gap-x-6 sm:-mb-5">
        <Link
          to={href('/dashboard/customer/bookings/:id', { id: booking.id })}
          className="link inline-flex min-h-12 items-center font-semibold"
        >
          {proposal && !proposal.isOurs ? 'Svara på förslaget' : 'Visa bokningen'}
          <span className="sr-only">
            : {booking.title} {booking.day}
          </span>
        </Link>
        {bookAgain ? (
          <Link to={bookAgain} className="link inline-flex min-h-12 items-center font-semibold">
            Boka igen
            <span className="sr-only">: {booking.title}</span>
          </Link>
        ) : null}
      </p>
    </Card>
  )
}
