/** The server-side interface of this slice for other slices. */

export { requestBooking } from './book/request-booking.server'
export { bookingStates, lookFor } from './booking'
export { changeBooking, countAhead } from './booking-store.server'
export { deleteFeed as endFeedOf } from './calendar/calendar-feed-store.server'

export { confirmBooking } from './change/answer-request.server'

export { countSaid } from './change/count-said.server'
export { countEndedByLeaving, leaveBookings } from './change/leave-bookings.server'

export { tendBookings } from './change/tend-bookings.server'
export { readEarnings } from './diaries/diary-store.server'
export { readBookedOn } from './diaries/read-booked-on.server'
export { readCompanyDay } from './diaries/read-company-day.server'
export { readBookingOfCustomer } from './diaries/reviewable-store.server'
export {
  exportFavourites,
  exportFeed,
  exportMessages,
  exportOwnBookings,
  exportSeries,
  exportWaits,
} from './export-own-bookings.server'
export { isFavourite, readFavourites } from './favourites/favourite-store.server'
export { readFreeOn, readSoonest } from './soonest/read-soonest.server'
export { soonestWords } from './soonest/soonest-words.server'
export { tellPages } from './tell-pages.server'
export { readOffersToTake } from './waiting/still-bookable.server'
export { tendWaits } from './waiting/tend-waits.server'
export {
  type FeeMonth,
  putFeesOnCharge,
  readFeeMonthsDue,
  readMoneyOfMonth,
  readUnaskedFees,
  sumUnaskedFees,
  type UnaskedFee,
} from './week/fee-store.server'
export {
  countCompleted,
  hasBooked,
  readCompanyFigures,
  readCompletedSince,
  readLastAsked,
  readNewestBookings,
  readNextBooking,
  readProposalsTo,
  readToBookAgain,
} from './week/figures-store.server'
