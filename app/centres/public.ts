/** The public API of centres for other slices' pages. */
export { CentreSection } from './parts/centre-section'
