/** The public API of faults for other slices' server code. */
export { openFaultBook } from './fault-book.server'
export { faultsToMend } from './fault-store.server'
export { forgetQuietFaults } from './forget-faults.server'
