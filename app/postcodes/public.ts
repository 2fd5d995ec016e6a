/** What other slices' pages and rules may take from postcodes: fit for a browser. */
export {
  areaName,
  formatPostcode,
  notOpen,
  type Postcode,
  type PostcodeState,
  postcodeInText,
  postcodeStateHints,
  postcodeStateLabels,
} from './postcode'
