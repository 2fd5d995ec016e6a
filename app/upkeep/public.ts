/** What other slices and the server may use of upkeep, also in a browser. */
export { type ChoreName, chores, notedEveryMs } from './chore'
export { UpkeepLines } from './parts/upkeep-lines'
export { type Counts, nightOf, type Result } from './trial'
