/** The public API of shell for every slice's pages. */

export { ErrorPage } from './parts/error-page'
export { faultNumbered, numberOfFault } from './parts/fault-number'
export { NotFound } from './parts/not-found'
export { PublicLayout } from './parts/public-layout'
export { saidAtTheDoor } from './parts/said-at-the-door'
export { useArrivalFocus } from './parts/use-arrival-focus'
