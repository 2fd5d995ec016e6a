/** What other slices and the server may use of patrols. */
export { prepareShifts } from './prepare-shifts.server'
export { readPatrolNews } from './read-patrols.server'
export { readGuardShifts } from './read-walk.server'
