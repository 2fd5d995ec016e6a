/** What other slices' pages and rules may take from membership: fit for a browser. */

export { rewardStateLabels } from './ambassador/reward'
export { stepps } from './ambassador/stepps'
export { mayUseDiscounts } from './free-period'
export { memberStatusLabels } from './membership-words'
