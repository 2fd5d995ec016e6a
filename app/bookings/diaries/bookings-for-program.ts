import type { BookingView } from './booking-view'
import type { Place } from './diary-lists'

/** A page of bookings for the API. An explicit list of fields, so that nothing that a page shows leaks into it. */
export function bookingsForProgram(
  bookings: readonly BookingView[],
  next: Place | null,
  address: string,
  search: URLSearchParams,
) {
  const after = new URLSearchParams(search)
  if (next) after.set('efter', `${next.at}_${next.id}`)
  return {
    bookings: bookings.map(({ services, company, customer, ...booking }) => ({
      id: booking.id,
      status: booking.status,
      // `status` stays that of the contract; the pages show this instead.
      companyCannotAnswer: booking.companyCannotAnswer,
      title: booking.title,
      startsAt: booking.startsAt,
      time: booking.span,
      price: booking.price,
      services: services.map(({ id, title, price }) => ({ id, title, price })),
      company: { id: company.id, name: company.name },
      customer: customer && { name: customer.name },
    })),
    next: next ? `${address}?${after}` : null,
  }
}
