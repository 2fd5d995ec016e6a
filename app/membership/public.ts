/** What other slices' pages and rules may take from membership: fit for a browser. */
export { type MemberStatus, mayUseDiscounts } from './free-period'
export { memberStatusLabels } from './membership-words'
export { type RewardState, rewardStateLabels } from './reward'
