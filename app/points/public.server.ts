/** What other slices may use of points on the server. */
export { earnForBooking, earnForRecruitedCompany, earnForReview } from './earn-points.server'
export { exportPoints } from './export-points.server'
export { markTips } from './mark-tips.server'
export { readPointAccount } from './points-store.server'
export { takeBackForRecruitedCompany } from './take-back.server'
