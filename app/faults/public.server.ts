/** What other slices may use of faults. */
export { openFaultBook } from './fault-book.server'
export { faultsToMend } from './fault-store.server'
export { forgetQuietFaults } from './forget-faults.server'
