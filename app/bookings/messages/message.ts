import type { Side } from '../booking'

/** Limits on messages between the two sides of a booking. */

export const LONGEST_MESSAGE = 1000
/** Messages per thread; more than any job needs. */
export const MOST_MESSAGES = 200
/** For how many days after the job messages can be written, such as about things left behind or the invoice. */
const DAYS_AFTER = 30

/** `isOtherHere`: the other side has not left. `otherAnswers`: somebody may log in and act for it. */
type Written = { endsAt: Date; isOtherHere: boolean; otherAnswers: boolean; written: number }

/** Why a side cannot write now, in words for them; null when it can. */
export function whyNotWrite(
  by: Side,
  { endsAt, isOtherHere, otherAnswers, written }: Written,
  now: Date,
): string | null {
  if (!isOtherHere) {
    return by === 'member' ? 'Företaget finns inte kvar här.' : 'Kunden finns inte kvar här.'
  }
  if (!otherAnswers) {
    return by === 'member'
      ? 'Företaget kan inte läsa här för tillfället. Ring i stället.'
      : 'Kunden kan inte läsa här för tillfället. Ring eller mejla i stället.'
  }
  if (now.getTime() > endsAt.getTime() + DAYS_AFTER * 86_400_000) {
    return `Det har gått mer än ${DAYS_AFTER} dagar sedan bokningen, så det går inte längre att skriva här.`
  }
  return written < MOST_MESSAGES ? null : 'Här får inte fler meddelanden plats. Ring varandra hellre.'
}
