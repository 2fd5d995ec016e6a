/** What other slices and the server may use of alarms. */

export { type AlarmFeed, openAlarmFeed } from './alarm-feed.server'
export type { Viewer } from './alarm-sight-store.server'
export { answerAlarmSms } from './answer-sms.server'
export { type Auditor, startAuditor } from './auditor.server'
export { blurOldPositions } from './blur-positions.server'
export { type Engine, startEngine } from './engine.server'
export { exportAlarms } from './export-alarms.server'
export { forgetReporter } from './forget-reporter.server'
export { readAlarmHealth } from './read-health.server'
export { readRecentWords } from './recent-words.server'
export { recordDeliveryReport } from './record-delivery-report.server'
export { singCanaries } from './sing-canaries.server'
