/** What other slices' pages and rules may import from membership: safe for a browser bundle. */

export { rewardStateLabels } from './ambassador/reward'
export { stepps } from './ambassador/stepps'
export { mayUseDiscounts } from './free-period'
export { memberStatusLabels } from './membership-words'
