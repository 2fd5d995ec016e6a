/** What other slices' pages and rules may take from guards: fit for a browser. */
export { type Coverage, type CoverageLevel, coverageWords } from './coverage'
export { CoverageCard } from './parts/coverage-card'
