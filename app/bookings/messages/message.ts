import type { Side } from '../booking'

/** Limits on messages between the two sides of a booking. */

export const LONGEST_MESSAGE = 1000
/** Messages per thread; more than any job needs. */
export const MOST_MESSAGES = 200
/** For how many days after the job messages can be written, such as about things left behind or the invoice. */
const DAYS_AFTER = 30

type Written = { endsAt: Date; isOtherHere: boolean; companyAnswers: boolean; written: number }

/** Why a side cannot write now, in words for them; null when it can. */
export function whyNotWrite(
  by: Side,
  { endsAt, isOtherHere, companyAnswers, written }: Written,
  now: Date,
): string | null {
  if (!isOtherHere) {
    return by === 'member' ? 'Företaget finns inte kvar här.' : 'Kunden finns inte kvar här.'
  }
  if (by === 'member' && !companyAnswers) return 'Företaget kan inte läsa här för tillfället. Ring i stället.'
  if (now.getTime() > endsAt.getTime() + DAYS_AFTER * 86_400_000) {
    return `Det har gått mer än ${DAYS_AFTER} dagar sedan bokningen, så det går inte längre att skriva här.`
  }
  return written < MOST_MESSAGES ? null : 'Här får inte fler meddelanden plats. Ring varandra hellre.'
}
