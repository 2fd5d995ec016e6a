/** The interface of this slice for other slices' pages and rules; safe to bundle for the browser. */

export { firstLapse } from './booking'
export { KeepCompany } from './favourites/parts/keep-company'
export { KeptCompanies } from './favourites/parts/kept-companies'
export { bookingMoney, PLATFORM_FEE_PERCENT } from './money'
export { BookingBadge } from './parts/booking-badge'
export { rhythmWords } from './repeat/rhythm'
export { TodaysJobs } from './week/parts/todays-jobs'
