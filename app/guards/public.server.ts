/** The public API of guards for other slices' server code. */
export { readCoverage, readCoverageOf } from './coverage/coverage-store.server'
export { tellOfUncovered } from './coverage/tell-of-uncovered.server'
export { type Dispatched, readDispatchList, readSharedPlaces } from './dispatch-store.server'
export { endGuardLinksOf, exportGuards, forgetGuardsOf } from './forget-guards.server'
export {
  type Guard,
  guardCompanyName,
  guardIsHere,
  guardName,
  guardPhone,
  guardRemovedAt,
  isGuardOf,
  markTested,
  readGuardByToken,
  stayOnDuty,
} from './guard-store.server'
export { mayAskForLink } from './link/enter-by-link.server'
export { forgetSecret, hashOfSecret, secretIn } from './link/guard-cookie.server'
export { browserHolds, forgetBrowser } from './link/link-store.server'
export { readVisitingGuard, requireGuard } from './link/pages/require-guard.server'
export { requirePartner } from './own/own-guard.server'
export { countGuardsOf, ownsGuards } from './own/own-guards-store.server'
export { answerGuardDeed, ownDeeds } from './own/pages/guard-deeds.server'
export { remindOfTests } from './own/remind-of-tests.server'
