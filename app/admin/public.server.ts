/** The public API of admin for other slices' server code. */

export { countDaysThatAreOver } from './count-days.server'

export { readBanner } from './settings-store.server'
