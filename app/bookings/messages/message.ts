import { z } from 'zod'
import * as field from '~/shared/fields'
import { anId } from '~/shared/id'
import type { Side } from '../booking'

/** What the two sides of a booking may write to each other, and for how long. */

export const LONGEST_MESSAGE = 1000
/** More than a job needs: those who go on have something to ring about. */
export const MOST_MESSAGES = 200
/** For a forgotten glove, or a question about the invoice. */
const DAYS_AFTER = 30

export const messageForm = z.object({
  key: anId({ error: 'Ladda om sidan och försök igen.' }),
  message: field.paragraph('Skriv ett meddelande', LONGEST_MESSAGE),
})

type Written = { endsAt: Date; isOtherHere: boolean; companyAnswers: boolean; written: number }

/** Null when somebody may write now; otherwise why not, for them. */
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
