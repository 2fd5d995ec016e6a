import { useKeptAnswer } from '~/live/public'
import { type AlarmState, isHeld, isOpen, whyNot } from '../../alarm'
import type { TakerAnswer } from '../../answer/pages/taker-deeds.server'

/** The answer to a taker's form, kept on the page for as long as it is still true. */
export function useTakerAnswer(answer: TakerAnswer | undefined, state: AlarmState): TakerAnswer | undefined {
  const kept = useKeptAnswer(answer)
  if (kept === undefined || !aboutWhoHasIt.includes(kept.intent)) return kept
  // A refusal because the alarm has ended stays true; one because somebody has it does not.
  if (!isOpen(state)) return kept.refusal?.message === whyNot('take', state) ? kept : undefined
  // An unsent take is pointless once somebody has the alarm, so its message is kept only while the state is `new`.
  // 'Somebody else has it' is kept only until the alarm is everybody's again.
  if (kept.intent === 'take') return Boolean(kept.unsent) === (state === 'new') ? kept : undefined
  return isHeld(state) ? kept : undefined
}

const aboutWhoHasIt = ['take', 'takeOver', 'comesToo']
