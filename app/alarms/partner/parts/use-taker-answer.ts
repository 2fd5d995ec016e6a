import { useKeptAnswer } from '~/live/public'
import { isHeld, isOpen, whyNot } from '../../alarm'
import type { TakerAnswer } from '../../answer/pages/taker-deeds.server'
import type { PartnerAlarm } from '../../history/alarm-views'

type Shown = Pick<PartnerAlarm, 'state' | 'setOutAt' | 'pressWaits' | 'endsAsFalse'> &
  Partial<Pick<PartnerAlarm, 'isMine' | 'isComing'>>

/** The answer to a taker's form, kept on the page for as long as it is still true. */
export function useTakerAnswer(answer: TakerAnswer | undefined, alarm: Shown): TakerAnswer | undefined {
  const kept = useKeptAnswer(answer)
  return kept && stillTrue(kept, alarm) ? kept : undefined
}

export function stillTrue({ intent, refusal, unsent }: TakerAnswer, alarm: Shown): boolean {
  const { state } = alarm
  if (unsent && isDone.get(intent)?.(alarm)) return false
  if (!aboutWhoHasIt.includes(intent)) return true
  // A refusal because the alarm has ended stays true; one because somebody has it does not.
  if (!isOpen(state)) return refusal?.message === whyNot('take', state)
  // An unsent take is pointless once somebody has the alarm, so its message is kept only while the state is `new`.
  // 'Somebody else has it' is kept only until the alarm is everybody's again.
  if (intent === 'take') return Boolean(unsent) === (state === 'new')
  return isHeld(state)
}

const aboutWhoHasIt = ['take', 'takeOver', 'comesToo']

/** What shows that a deed was done: only its answer was lost then, and the page may not say that it is not saved. */
const isDone = new Map<string, (alarm: Shown) => boolean>([
  ['takeOver', ({ isMine }) => isMine === true],
  ['comesToo', ({ isComing }) => isComing === true],
  ['comesNot', ({ isComing }) => isComing === false],
  ['setOut', ({ setOutAt }) => setOutAt !== null],
  ['arrive', ({ state }) => state === 'on_site'],
  ['heard', ({ pressWaits }) => !pressWaits],
  ['handBack', ({ state }) => !isHeld(state)],
  ['resolved', ({ state }) => state === 'resolved'],
  ['false_alarm', ({ state, endsAsFalse }) => endsAsFalse || state === 'false_alarm'],
  ['not_false', ({ state, endsAsFalse }) => isOpen(state) && !endsAsFalse],
])
