/** The public API of upkeep for other slices and the server. Safe for the browser. */
export { type ChoreName, chores, notedEveryMs } from './chore'
export { UpkeepLines } from './parts/upkeep-lines'
export { type Counts, nightOf, type Result } from './trial'
