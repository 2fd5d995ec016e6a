import { chosen } from '~/shared/chosen'
import { formatClock } from '~/shared/time'
import { lastTakerOf, nobodyAtTheEnd, whatBecameOf } from '../answer/former/former-takers'
import { allOf } from '../words/names'
import type { OwnAlarm } from './alarm-views'

/** How a member's own alarm ended: who came, when, how. Says nothing that is not known to have happened. */
export type Ended = { who: string; when: string; how: string }

type Facts = Pick<
  OwnAlarm,
  | 'state'
  | 'createdAt'
  | 'takerName'
  | 'companions'
  | 'takenAt'
  | 'setOutAt'
  | 'onSiteAt'
  | 'closedAt'
  | 'formerTakers'
  | 'endedBy'
>

/** Others than the taker may end an alarm too. */
const enders = {
  taker: 'Den som hade larmet avslutade det.',
  colleague: 'Någon annan hos trygghetspartnern avslutade det.',
  system: 'Trygghetspartnern avslutade det i sitt eget system.',
  operator: 'Jouren avslutade det.',
} as const satisfies Record<NonNullable<OwnAlarm['endedBy']>, string>

const endings = {
  resolved: 'Det är avslutat.',
  false_alarm: 'Det avslutades som falskt larm.',
  cancelled: 'Du sa att du är trygg, och larmet blåstes av.',
} as const

/** Null while the alarm is open. */
export function endedOf(alarm: Facts): Ended | null {
  const how = chosen(endings, alarm.state)
  if (!how) return null
  const by = alarm.state === 'resolved' && alarm.endedBy
  return { who: whoCame(alarm), when: whenOf(alarm), how: by ? enders[by] : how }
}

function whoCame(alarm: Facts): string {
  const before = alarm.formerTakers.slice(0, alarm.takenAt ? undefined : -1)
  const wereThere = before.filter(({ onSiteAt }) => onSiteAt).map(whatBecameOf)
  return [...wereThere, whoHadIt(alarm)].join('. ')
}

function whoHadIt(alarm: Facts): string {
  const { takerName, companions, takenAt, setOutAt, onSiteAt } = alarm
  if (!takenAt) return nobodyAtTheEnd(alarm) ?? 'Ingen hade tagit larmet än'
  const taker = takerName ?? 'En partner'
  const came = onSiteAt ? taker : `${taker} ${setOutAt ? 'var på väg' : 'hade tagit larmet'}`
  // Companions never report their arrival, so only their intention is stated.
  return companions.length > 0 ? `${came}. ${allOf(companions)} skulle också komma` : came
}

function whenOf(alarm: Facts): string {
  const { createdAt, closedAt } = alarm
  const last = lastTakerOf(alarm)
  const { takenAt, onSiteAt } = last ?? alarm
  const steps: [string, Date | null][] = [
    ['Larmat', createdAt],
    ['mottaget', takenAt],
    ['på plats', onSiteAt],
    [last?.handedBack ? 'tillbakalämnat' : 'ute hos alla igen', last?.lostAt ?? null],
    ['avslutat', closedAt],
  ]
  return steps.flatMap(([word, at]) => (at ? [`${word} kl. ${formatClock(at)}`] : [])).join(', ')
}
