import type { House } from '~/platform/house.server'
import type { Booking } from './booking-store.server'

/** What nobody else hears of: the other pages that whoever did it has open look again. */
export function tellOwnPages({ live }: Pick<House, 'live'>, personId: string) {
  live.tell({ to: [`person:${personId}`], about: 'bookings' })
}

/** After the commit: the messages may go, who waits for a time may have one, and the pages of both sides look again. */
export function tellPages(house: Pick<House, 'live' | 'wake'>, { customer, company }: Booking) {
  house.wake('messages')
  house.wake('waiting list')
  house.live.tell({
    to: [...(customer ? [`person:${customer.id}` as const] : []), `company:${company.id}`],
    about: 'bookings',
  })
}
