/** What other slices' pages may take from patrols: fit for a browser. */
export { GuardShiftList } from './parts/guard-shift-list'
export { PatrolCard } from './parts/patrol-card'
export { PatrolMoney } from './parts/patrol-money'
