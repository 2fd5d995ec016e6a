import type { Side } from '../booking'
import { type Contract, EARLY_START, mayBeginEarly } from '../withdrawal'

/**
 * A new time may fall within the withdrawal period when the original did not. Then the member has to agree to the early
 * start, with their own proposal or with their yes to the company's. Returns the columns to write, which are none if
 * they agreed before.
 */
export function earlyStartOf(
  { earlyStartAt }: Pick<Contract, 'earlyStartAt'>,
  by: Side,
  startsAt: Date,
  contractAt: Date,
  values: Record<string, string>,
  now: Date,
): 'needed' | { early_start?: string; early_start_at?: Date } {
  if (by !== 'member' || earlyStartAt || !mayBeginEarly(startsAt, contractAt)) return {}
  return values.early === 'on' ? { early_start: EARLY_START, early_start_at: now } : 'needed'
}
