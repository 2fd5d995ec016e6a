/** What other slices and the server may use of people. */
export { tellOfOpening } from './begin-bulk.server'
export { runBulk } from './run-bulk.server'
