/** The public API of postcodes for other slices' pages and rules. Safe for the browser. */
export {
  type DrawnMap,
  drawMap,
  placeInWords,
  type Surroundings,
  wayInWords,
} from './map/draw-map'
export { explainMap, type Loaded } from './map/explain-map'
export { limits as mapLimits, readAreas } from './map/geojson'
export { mostAreas, nearAreas } from './map/near-areas'
export { MapPicture } from './map/parts/map-picture'
export type { Place } from './map/plane'
export {
  areaName,
  formatPostcode,
  notOpen,
  type Postcode,
  type PostcodeState,
  postcodeStateHints,
  postcodeStateLabels,
  postcodesInText,
} from './postcode'
