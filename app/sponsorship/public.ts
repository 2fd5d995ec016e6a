/** What other slices' pages and rules may take from sponsorship: pure, fit for a browser. */
export { type Package, type Plan, packages } from './packages'
