/** What other slices and the server may use of people. */
export { tellOfOpening } from './begin-people-bulk.server'
export { peopleBulk } from './bulk-people.server'
