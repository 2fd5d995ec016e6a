/** What other slices' pages may take from alarms: fit for a browser. */

export { registerWorker } from './offline/register'
export { OfflineReady } from './parts/offline-ready'
