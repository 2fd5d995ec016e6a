import { EMERGENCY_NUMBER } from '~/shared/product'
import type { FollowedAlarm } from '../history/alarm-wire'
import { hasReachedNoGuard, noneOf, type Reach } from '../history/lamps'

type Course = Reach & Pick<FollowedAlarm, 'isTest' | 'takerName' | 'setOutAt' | 'toldNobodyAt'>

/** What is so of one that is open, in a few words: over it on its own page, and on those beside it. */
export function whatIsSo(alarm: Course): string {
  const { state, isTest, takerName, setOutAt, toldNobodyAt } = alarm
  if (isTest) return 'Testlarmet är ute'
  if (toldNobodyAt && hasReachedNoGuard(alarm))
    return alarm.sentElsewhere.operators > 0 ? 'Larmet har inte nått någon väktare' : 'Larmet har inte kommit fram'
  if (state === 'new') return 'Larmet är ute'
  if (state === 'acknowledged') return `${takerName ?? 'En partner'} ${setOutAt ? 'är på väg' : 'har tagit larmet'}`
  return `${takerName ?? 'En partner'} är på plats`
}

/** What the member is told above the rest when it has been too long: that nobody has answered, or that no call to a guard has come so far. */
export const tooLong = (alarm: Reach): string =>
  `${hasReachedNoGuard(alarm) ? `Vi har inte nått ${noneOf(alarm)} än` : 'Ingen har svarat än'} – ring ${EMERGENCY_NUMBER}`

/** Once the member was told that nobody has answered everyone is called for an hour, and then by another press alone. */
export const howItGoesOn = (isCalling: boolean): string =>
  isCalling
    ? 'Vi fortsätter att larma.'
    : 'Vi larmar inte längre av oss själva. Larma igen här nedanför, så larmas alla på nytt.'
