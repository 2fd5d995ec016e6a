import { useKeptAnswer } from '~/live/public'
import { type AlarmState, isHeld, isOpen, whyNot } from '../../alarm'
import type { TakerAnswer } from '../../answer/pages/taker-deeds.server'

/** The answer to the form of somebody who can take an alarm: kept in sight for as long as it is still true. */
export function useTakerAnswer(answer: TakerAnswer | undefined, state: AlarmState): TakerAnswer | undefined {
  const kept = useKeptAnswer(answer)
  if (kept === undefined || !aboutWhoHasIt.includes(kept.intent)) return kept
  // That it ended before one came is so for good; that somebody has it is not.
  if (!isOpen(state)) return kept.refusal?.message === whyNot('take', state) ? kept : undefined
  // What could not be sent needs no second try once somebody has the alarm; and that somebody else has it is no longer
  // so when it is out to everybody again.
  if (kept.intent === 'take') return Boolean(kept.unsent) === (state === 'new') ? kept : undefined
  return isHeld(state) ? kept : undefined
}

const aboutWhoHasIt = ['take', 'takeOver', 'comesToo']
