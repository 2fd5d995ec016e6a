import type { Side } from '../booking'
import { type Contract, EARLY_START, mayBeginEarly } from '../withdrawal'

/**
 * Another time may be within the time to withdraw when the first was not: then the member says that it may begin so early, with
 * their own proposal or their yes to the company's. Returns what is to be written, which is nothing when it was said before.
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
