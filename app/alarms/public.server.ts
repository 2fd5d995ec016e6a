/** What other slices and the server may use of alarms. */

export { answerAlarmSms } from './answer/answer-sms.server'
export { closeAlarm } from './answer/close-alarm.server'
export { declineAlarm } from './answer/sayings/decline-alarm.server'
export { setOut } from './answer/sayings/set-out.server'
export { takeAlarm } from './answer/take-alarm.server'
export { leaveCircles } from './circle/answer-question.server'
export { endUnansweredQuestions } from './circle/end-unanswered.server'
export { exportCircle } from './circle/export-circle.server'
export { startEngine } from './engine/engine.server'
export { arrive } from './engine/follow-up.server'
export { isPlausibleLink } from './engine/links/link-token.server'
export { signLinksAnew } from './engine/links/sign-links-anew.server'
export { recordDeliveryReport } from './engine/send/record-delivery-report.server'
export { type AlarmFeed, openAlarmFeed } from './history/alarm-feed.server'
export type { Viewer } from './history/alarm-sight-store.server'
export {
  addEntries,
  dropSteps,
  hasOpenAlarm,
  insertUpdate,
  isHiding,
  type NewEntry,
  updateAlarms,
} from './history/alarm-store.server'
export { blurOldPositions } from './history/blur-positions.server'
export { exportAlarms } from './history/export-alarms.server'
export { forgetReporter } from './history/forget-store.server'
export { readRecentWords } from './history/recent-words-store.server'
export { readAlarmsForSystems, readOpenAlarmsForSystem } from './history/system-view-store.server'
export { countBrokenHistories } from './history/whole-store.server'
export { exportSetup } from './home/export-setup.server'
export { readOwnStreet, readStanding } from './home/read-setup.server'
export { sealHomesAnew } from './home/seal-homes-anew.server'
export { inOpenStates } from './in-words.server'
export { readOpenForCompany, readOpenForGuard } from './partner/read-board.server'
export { givenCalls } from './raise/call-store.server'
export { calleesOf, readPartnerCallees } from './raise/callee-store.server'
export { insertAlarm } from './raise/new-alarm-store.server'
export { raiseAlarm } from './raise/raise-alarm.server'
export { type Where, whereIn } from './raise/where/place'
export { countPublicFigures } from './shown/count-public-figures.server'
export { keepStatus } from './shown/keep-status.server'
export { hangUp, pickUp, pressDigit } from './voice/answer-phone.server'
export type { Recording, Said } from './voice/recordings'
export { type CallName, readVoiceToken, voiceToken } from './voice/voice-token.server'
export { forgetOldWalks } from './walk/carry-out-walks.server'
export { exportWalks } from './walk/export-walks.server'
export { lockOpenWalk } from './walk/walk-store.server'
export { startAuditor, tellOfStandby } from './watch/auditor.server'
export { type AlarmMeasures, readAlarmMeasures, type Spread } from './watch/measure-store.server'
export { readAlarmHealth } from './watch/read-health.server'
export { singCanaries } from './watch/sing-canaries.server'
