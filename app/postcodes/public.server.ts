/** What other slices may use of postcodes. */
export { readNeighbours, readPostcode } from './postcode-store.server'
