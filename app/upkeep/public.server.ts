/** The public API of upkeep for other slices' server code and the server. */
export { noteRun } from './chore-store.server'
export { type BackupsKnown, readBackups } from './read-backups.server'
export { type ChoreStanding, readChores } from './read-chores.server'
export { readUpkeep } from './read-upkeep.server'
export { readUpkeepWaiting } from './read-waiting.server'
export { tellOfOldBackups } from './tell-of-backups.server'
export { insertTrial } from './trial-store.server'
export { noteTriedElsewhere, tryTonightsBackup } from './try-backup.server'
