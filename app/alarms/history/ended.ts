import { chosen } from '~/shared/chosen'
import { formatClock } from '~/shared/time'
import { allOf } from '../words/names'
import type { OwnAlarm } from './alarm-views'

/** How an alarm of one's own ended: who came, when, how. What is not known to have happened is not said. */
export type Ended = { who: string; when: string; how: string }

type Facts = Pick<
  OwnAlarm,
  'state' | 'createdAt' | 'takerName' | 'companions' | 'takenAt' | 'setOutAt' | 'onSiteAt' | 'closedAt'
>

const endings = {
  resolved: 'Den som hade larmet avslutade det.',
  false_alarm: 'Det avslutades som falskt larm.',
  cancelled: 'Du sa att du är trygg, och larmet blåstes av.',
} as const

/** Null while it is open. */
export function endedOf(alarm: Facts): Ended | null {
  const how = chosen(endings, alarm.state)
  return how ? { who: whoCame(alarm), when: whenOf(alarm), how } : null
}

function whoCame({ takerName, companions, takenAt, setOutAt, onSiteAt }: Facts): string {
  if (!takenAt) return 'Ingen hade tagit larmet än'
  const taker = takerName ?? 'En partner'
  const came = onSiteAt ? taker : `${taker} ${setOutAt ? 'var på väg' : 'hade tagit larmet'}`
  // Whoever said that they come too says nothing more: whether they did is not known.
  return companions.length > 0 ? `${came}. ${allOf(companions)} skulle också komma` : came
}

function whenOf({ createdAt, takenAt, onSiteAt, closedAt }: Facts): string {
  const steps: [string, Date | null][] = [
    ['Larmat', createdAt],
    ['mottaget', takenAt],
    ['på plats', onSiteAt],
    ['avslutat', closedAt],
  ]
  return steps.flatMap(([word, at]) => (at ? [`${word} kl. ${formatClock(at)}`] : [])).join(', ')
}
