/** What other slices may use of admin. */

export { countDaysThatAreOver } from './count-days.server'

export { readBanner } from './settings-store.server'
