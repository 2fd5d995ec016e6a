import type { BookingView } from './booking-view'
import type { Place } from './diary-lists'

/** A page of bookings as a program reads it: what is named here, and nothing else of what a page shows. */
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
      // The status is the contract's and stays; the pages say this in its place.
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
