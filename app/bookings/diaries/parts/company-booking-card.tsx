import { href, Link } from 'react-router'
import type { FormAnswer } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import { ProposalCard } from '../../change/parts/proposal-card'
import { BookingBadge } from '../../parts/booking-badge'
import { Moment } from '../../parts/moment'
import { ServiceList } from '../../visit/parts/service-list'
import type { CompanyBooking } from '../read-company-diary.server'
import { Fact, FactRow, PhoneLink } from './booking-facts'
import { CompanyActions } from './company-actions'

type Props = { booking: CompanyBooking; answer: FormAnswer | undefined; heading?: 'h2' | 'h3' }

/** A booking in the company's list, with its buttons. */
export function CompanyBookingCard({ booking, answer, heading: Heading = 'h2' }: Props) {
  const { customer, phone, where, note } = booking
  const isOver = booking.status === 'completed' || booking.status === 'cancelled'
  return (
    <Card as="article" className="grid gap-4" aria-labelledby={`bokning-${booking.id}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="tabular font-semibold text-soft">
            <Moment day={booking.day} span={booking.span} />
          </p>
          <Heading id={`bokning-${booking.id}`} className="mt-0.5 text-h4 wrap-anywhere">
            <Link to={href('/dashboard/provider/bookings/:id', { id: booking.id })} className="hover:text-spruce">
              {booking.title}
            </Link>
          </Heading>
        </div>
        <BookingBadge look={booking.look} />
      </div>
      <ServiceList services={booking.services} />
      <FactRow>
        <Fact icon="user">{customer?.name ?? 'Kontot är borttaget'}</Fact>
        {phone && !isOver ? (
          <Fact icon="phone">
            <PhoneLink phone={phone} />
          </Fact>
        ) : null}
        {customer && !isOver ? <Fact icon="mail">{customer.email}</Fact> : null}
        {isOver ? null : <Fact icon="map-pin">{where}</Fact>}
        {booking.repeats ? (
          <Fact icon="repeat">
            {booking.repeats}
            {booking.status === 'pending' ? '. Ett ja gäller alla gånger.' : ''}
          </Fact>
        ) : null}
        <Fact icon="coin">
          <span className="tabular">
            {booking.price}
            {booking.status === 'cancelled' ? '' : `, ${booking.providerGets} till er`}
          </span>
        </Fact>
      </FactRow>
      {note && !isOver ? <p className="border-line border-l-2 pl-4 whitespace-pre-line wrap-anywhere">{note}</p> : null}
      {booking.ended ? (
        <p className="text-soft wrap-anywhere">
          {booking.ended} {booking.reason ? `”${booking.reason}”` : ''}
        </p>
      ) : null}
      <ProposalCard booking={booking} otherSide={customer?.name ?? 'Kunden'} />
      <CompanyActions booking={booking} answer={answer} />
    </Card>
  )
}
