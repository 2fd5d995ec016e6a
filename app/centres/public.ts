/** What other slices' pages may take from alarm receiving centres. */
export { CentreSection } from './parts/centre-section'
