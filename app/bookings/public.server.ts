/** What other slices may use of bookings. */

export { requestBooking } from './book/request-booking.server'
export { type Booking, changeBooking, readBooking } from './booking-store.server'
export { deleteFeed as endFeedOf } from './calendar/calendar-feed-store.server'
export { answerProposal } from './change/answer-proposal.server'
export { confirmBooking, declineBooking } from './change/answer-request.server'
export { cancelBooking } from './change/cancel-booking.server'
export { completeBooking, markNoShow } from './change/complete-booking.server'
export { leaveBookings } from './change/leave-bookings.server'
export { proposeTime } from './change/propose-time.server'
export { tendBookings } from './change/tend-bookings.server'
export { readEarnings } from './diaries/diary-store.server'
export { readBookingOfCustomer } from './diaries/reviewable.server'
export { exportFeed, exportOwnBookings } from './export-own-bookings.server'
export { tellPages } from './tell-pages.server'
export { type CompletedJob, readCompletedIn } from './week/completed-in-month.server'
export {
  countCompleted,
  readCompanyFigures,
  readCompletedSince,
  readLastAsked,
  readNextBooking,
} from './week/figures.server'
