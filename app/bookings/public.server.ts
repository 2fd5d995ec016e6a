/** What other slices may use of bookings. */
export { answerProposal } from './answer-proposal.server'
export { confirmBooking, declineBooking } from './answer-request.server'
export { type Booking, readBooking } from './booking-store.server'
export { deleteFeed as endFeedOf } from './calendar-feed-store.server'
export { cancelBooking } from './cancel-booking.server'
export { completeBooking, markNoShow } from './complete-booking.server'
export { type CompletedJob, readCompletedIn } from './completed-in-month.server'
export { readEarnings } from './diary-store.server'
export { exportFeed, exportOwnBookings } from './export-own-bookings.server'
export {
  countCompleted,
  readCompanyFigures,
  readCompletedSince,
  readLastAsked,
  readNextBooking,
} from './figures.server'
export { leaveBookings } from './leave-bookings.server'
export { proposeTime } from './propose-time.server'
export { requestBooking } from './request-booking.server'
export { readBookingOfCustomer } from './reviewable.server'
export { tellPages } from './tell-pages.server'
export { tendBookings } from './tend-bookings.server'
