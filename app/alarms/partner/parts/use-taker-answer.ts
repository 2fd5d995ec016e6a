import { useKeptAnswer } from '~/live/public'
import { type AlarmState, isHeld, isOpen, whyNot } from '../../alarm'
import type { TakerAnswer } from '../../answer/pages/taker-deeds.server'

/** The answer to a taker's form, kept on the page for as long as it is still true. */
export function useTakerAnswer(answer: TakerAnswer | undefined, state: AlarmState): TakerAnswer | undefined {
  const kept = useKeptAnswer(answer)
  return kept && stillTrue(kept, state) ? kept : undefined
}

export function stillTrue({ intent, refusal, unsent }: TakerAnswer, state: AlarmState): boolean {
  // A lost end is not lost where the alarm has ended so: only the answer was.
  if (intent === 'resolved') return !(unsent && state === 'resolved')
  if (!aboutWhoHasIt.includes(intent)) return true
  // A refusal because the alarm has ended stays true; one because somebody has it does not.
  if (!isOpen(state)) return refusal?.message === whyNot('take', state)
  // An unsent take is pointless once somebody has the alarm, so its message is kept only while the state is `new`.
  // 'Somebody else has it' is kept only until the alarm is everybody's again.
  if (intent === 'take') return Boolean(unsent) === (state === 'new')
  return isHeld(state)
}

const aboutWhoHasIt = ['take', 'takeOver', 'comesToo']
