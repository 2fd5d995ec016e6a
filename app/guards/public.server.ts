/** What other slices may use of guards. */
export { readCoverage } from './coverage-store.server'
export { type Dispatched, readDispatchList } from './dispatch-store.server'
export { endGuardLinksOf, exportGuards, forgetGuardsOf } from './forget-guards.server'
export { hashOfSecret, secretIn } from './guard-cookie.server'
export { type Guard, markTested, readGuardByToken, stayOnDuty } from './guard-store.server'
export { requirePartner } from './own-guard.server'
export { remindOfTests } from './remind-of-tests.server'
export { readVisitingGuard, requireGuard } from './require-guard.server'
