/** The public interface of membership for other slices. */

export { readRewardForAdmin } from './ambassador/read-reward.server'
export { revokeReward, takeRewardBack } from './ambassador/revoke-reward.server'
export { beginMembership, proveNumber, rewardTip } from './ambassador/reward-tips.server'
export { startTrial } from './begin.server'
export { readUnexplained } from './course/explained-store.server'
export { extendByPayment } from './course/extend-by-payment.server'
export { readGraceUntil, readMonthToAsk } from './course/month-to-ask.server'
export { runMemberships } from './course/run-memberships.server'
export { exportMembership } from './export-membership.server'
export { forgetMember, readEndedMembership } from './forget-member.server'
export { giveFreeMonths, takeBackBoughtMonth } from './give-free-months.server'
export { readReward, readTippedBy } from './membership-store.server'
