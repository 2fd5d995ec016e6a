import { isHeld } from '../../alarm'
import type { PartnerAlarm } from '../../history/alarm-views'
import { whoComeToo } from '../../words/names'

type Seen = Pick<
  PartnerAlarm,
  'state' | 'isMine' | 'isColleagues' | 'isComing' | 'takerName' | 'takerFirstName' | 'companions'
> &
  // Of one that is open there is no such thing to say.
  Partial<Pick<PartnerAlarm, 'nobodyHadIt'>>

/** Who has it, as the one who looks should read it; nobody has it after it is over. */
export function whoHas({ state, isMine, isColleagues, takerName, takerFirstName, nobodyHadIt }: Seen): string {
  const name = (isColleagues ? takerFirstName : takerName) ?? 'Någon annan'
  if (isHeld(state)) return isMine ? 'Du har larmet' : `${name} har larmet`
  if (state === 'new') return 'Ingen har larmet'
  if (takerName === null) return nobodyHadIt ?? 'Ingen hade larmet'
  return isMine ? 'Du hade larmet' : `${name} hade larmet`
}

/** "Bo och Cilla kommer också"; to one who comes alone beside whoever has it, that. */
export function whoComes({ companions, isComing }: Pick<Seen, 'companions' | 'isComing'>): string {
  return isComing && companions.length === 1 ? 'Du kommer också' : whoComeToo(companions)
}
