/** What other slices' pages may take from alarms: fit for a browser. */

export type { Actor, AlarmState } from './alarm'
export { callsTo } from './engine/ways'
export { OfflineReady } from './member/parts/offline-ready'
export { useAlarmWithoutLine } from './member/parts/use-alarm-without-line'
export { forgetMember } from './offline/forget-member'
export type { Position } from './raise/press'
export { deadlinesOf, defaultPolicy } from './watch/policy'
