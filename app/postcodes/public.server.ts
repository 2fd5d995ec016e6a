/** What other slices may use of postcodes. */
export { readNeighbours, readOpenPostcodes, readPostcode } from './postcode-store.server'
