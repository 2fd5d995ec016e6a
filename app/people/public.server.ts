/** What other slices and the server may use of people. */
export { tellOfOpening } from './bulk/begin-people-bulk.server'
export { peopleBulk } from './bulk/bulk-people.server'
