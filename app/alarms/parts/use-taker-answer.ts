import { useKeptAnswer } from '~/live/public'
import type { AlarmState } from '../alarm'
import type { TakerAnswer } from '../taker-deeds.server'

/** The answer to the form of somebody who can take an alarm: kept in sight for as long as it is still true. */
export function useTakerAnswer(answer: TakerAnswer | undefined, state: AlarmState): TakerAnswer | undefined {
  const kept = useKeptAnswer(answer)
  // That somebody else has it is no longer so when it is out to everybody again.
  return kept?.intent === 'take' && !kept.unsent && state === 'new' ? undefined : kept
}
