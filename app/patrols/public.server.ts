/** The public API of patrols for other slices' server code and the server. */

export { readPatrolMoney } from './patrol-money.server'
export { insertShifts, insertSponsorStops } from './plan-store.server'
export { prepareShifts } from './prepare-shifts.server'
export { readPatrolNews } from './read-patrols.server'
export { hoursAhead, hoursOn, today } from './shift-hours.server'
export { takeAllFreeShifts } from './shift-store.server'
export { planStops } from './sponsor-plan.server'
export { readGuardShifts } from './walk/read-walk.server'
export { readShiftDays, readWalkers } from './walk/situation-store.server'
