/** What other slices' pages may take from alarms: fit for a browser. */

export { forgetMember } from './offline/forget-member'
export { registerWorker } from './offline/register'
export { OfflineReady } from './parts/offline-ready'
export { useAlarmWithoutLine } from './parts/use-alarm-without-line'
