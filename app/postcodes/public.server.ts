/** What other slices may use of postcodes. */
export { readNeighbourCodes, readNeighbours, readOpenPostcodes, readPostcode } from './postcode-store.server'
