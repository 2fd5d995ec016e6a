import { EMERGENCY_NUMBER } from '~/shared/product'
import type { FollowedAlarm } from '../history/alarm-wire'
import { hasReachedNoGuard, noneOf, type Reach } from '../history/lamps'

type Course = Reach & Pick<FollowedAlarm, 'isTest' | 'takerName' | 'setOutAt' | 'toldNobodyAt'>

/** Short status of an open alarm, used on its own page and on the member's other pages. */
export function whatIsSo(alarm: Course): string {
  const { state, isTest, takerName, setOutAt, toldNobodyAt } = alarm
  if (isTest) return 'Testlarmet är ute'
  if (toldNobodyAt && hasReachedNoGuard(alarm))
    return alarm.sentElsewhere.operators > 0 ? 'Larmet har inte nått någon väktare' : 'Larmet har inte kommit fram'
  if (state === 'new') return 'Larmet är ute'
  if (state === 'acknowledged') return `${takerName ?? 'En partner'} ${setOutAt ? 'är på väg' : 'har tagit larmet'}`
  return `${takerName ?? 'En partner'} är på plats`
}

/** The warning shown first when it has taken too long: nobody has answered, or no message has reached a guard. */
export const tooLong = (alarm: Reach): string =>
  `${hasReachedNoGuard(alarm) ? `Vi har inte nått ${noneOf(alarm)} än` : 'Ingen har svarat än'} – ring ${EMERGENCY_NUMBER}`

/**
 * What happens next, after the member was told that nobody has answered. Everyone is called again for an hour; after
 * that only another press calls them.
 */
export const howItGoesOn = (isCalling: boolean): string =>
  isCalling
    ? 'Vi fortsätter att larma.'
    : 'Vi larmar inte längre av oss själva. Larma igen här nedanför, så larmas alla på nytt.'
