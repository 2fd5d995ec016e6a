/** The public API of patrols for other slices' pages. Safe for the browser. */
export { GuardShiftList } from './parts/guard-shift-list'
export { PatrolCard } from './parts/patrol-card'
export { PatrolMoney } from './parts/patrol-money'
