/** What other slices may use of membership. */
export { exportMembership } from './export-membership.server'
export { forgetMember } from './forget-member.server'
export { readRewardForAdmin } from './read-reward.server'
export { revokeReward } from './revoke-reward.server'
export { beginMembership, changeNumber, rewardTip } from './reward-tips.server'
