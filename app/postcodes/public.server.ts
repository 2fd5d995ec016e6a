/** The public API of postcodes for other slices' server code. */

export {
  deleteNeighbours,
  insertPostcode,
  lockPostcode,
  readFigures,
  readPostcodes,
  readWaitingAreas,
  updatePostcode,
} from './admin-postcode-store.server'
export { deleteLoadedMap, saveLoadedMap } from './map/map-store.server'
export { readSurroundings } from './map/read-surroundings.server'
export {
  openPostcodes,
  readNeighbourCodes,
  readNeighbours,
  readOpenOf,
  readOpenPostcodes,
  readPostcode,
  saveNeighbours,
  savePostcode,
} from './postcode-store.server'
