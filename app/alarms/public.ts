/** What other slices' pages may take from alarms: fit for a browser. */

export { type Actor, type AlarmState, alarmStates, type Partner } from './alarm'
export { declineReasons } from './answer/sayings/decline'
export { callsTo } from './engine/ways'
export type { TimelineKind } from './history/timeline'
export { OfflineReady } from './member/parts/offline-ready'
export { useAlarmWithoutLine } from './member/parts/use-alarm-without-line'
export { forgetMember } from './offline/forget-member'
export { waitingOf } from './partner/open-alarms'
export { AlarmBanner } from './partner/parts/alarm-banner'
export { useOpenAlarms } from './partner/parts/use-open-alarms'
export type { Position } from './raise/press'
export { deadlinesOf, defaultPolicy } from './watch/policy'
