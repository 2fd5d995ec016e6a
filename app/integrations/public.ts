/** The public API of integrations for other slices' pages. Safe for the browser. */
export { SystemsSection } from './parts/systems-section'
