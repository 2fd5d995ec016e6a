/** What other slices' pages may take from integrations: fit for a browser. */
export { SystemsSection } from './parts/systems-section'
