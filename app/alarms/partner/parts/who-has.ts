import { isHeld, stateLabelOf } from '../../alarm'
import type { PartnerAlarm } from '../../history/alarm-views'
import { whoComeToo } from '../../words/names'

type Seen = Pick<
  PartnerAlarm,
  'state' | 'isMine' | 'isColleagues' | 'isComing' | 'takerName' | 'takerFirstName' | 'companions'
> &
  // Only an ended alarm has it.
  Partial<Pick<PartnerAlarm, 'nobodyHadIt'>>

/** Who has the alarm, or had it if it has ended, from this viewer's perspective. */
export function whoHas({ state, isMine, isColleagues, takerName, takerFirstName, nobodyHadIt }: Seen): string {
  const name = (isColleagues ? takerFirstName : takerName) ?? 'Någon annan'
  if (isHeld(state)) return isMine ? 'Du har larmet' : `${name} har larmet`
  if (state === 'new') return 'Ingen har larmet'
  if (takerName === null) return nobodyHadIt ?? 'Ingen hade larmet'
  return isMine ? 'Du hade larmet' : `${name} hade larmet`
}

/** The state's label for those who can come: whoever took the alarm may have said that they are on the way. */
export const stateSeen = (alarm: Pick<PartnerAlarm, 'state' | 'isTest' | 'setOutAt'>) =>
  alarm.state === 'acknowledged' && alarm.setOutAt ? 'På väg' : stateLabelOf(alarm)

/** "Bo och Cilla kommer också"; "Du kommer också" when the viewer is the only companion. */
export function whoComes({ companions, isComing }: Pick<Seen, 'companions' | 'isComing'>): string {
  return isComing && companions.length === 1 ? 'Du kommer också' : whoComeToo(companions)
}
