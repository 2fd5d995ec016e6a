import type { House } from '~/platform/house.server'
import type { Booking } from './booking-store.server'

/** Refreshes only the person's own open pages, for a change that nobody else is told of. */
export function tellOwnPages({ live }: Pick<House, 'live'>, personId: string) {
  live.tell({ to: [`person:${personId}`], about: 'bookings' })
}

/** Call after the commit: wakes the outbox and the waiting list, and refreshes the open pages of both sides. */
export function tellPages(house: Pick<House, 'live' | 'wake'>, { customer, company }: Booking) {
  house.wake('messages')
  house.wake('waiting list')
  house.live.tell({
    to: [...(customer ? [`person:${customer.id}` as const] : []), `company:${company.id}`],
    about: 'bookings',
  })
}
