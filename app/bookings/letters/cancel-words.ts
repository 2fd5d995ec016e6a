import { formatOre } from '~/shared/money'
import type { ToldBooking } from '../booking-letters'
import { clockTime, spokenMoment } from '../when'

type Terms = { freeUntil: Date; startsAt: Date; sum: string }

/**
 * The rule of cancelling while it is still free, in the words of pages and letters; null once that time is over. `may`
 * begins it.
 */
export function whileFreeToCancel({ freeUntil, startsAt, sum }: Terms, now: Date, may = 'Du kan'): string | null {
  if (freeUntil >= startsAt) return `${may} avboka utan kostnad ända fram till start.`
  return now <= freeUntil
    ? `${may} avboka utan kostnad till ${spokenMoment(freeUntil)}. Därefter kan företaget ta betalt för tiden, ${sum}.`
    : null
}

export const noLongerFreeToCancel = (sum: string) =>
  `Den här går inte längre att avboka utan kostnad: företaget kan ta betalt för tiden, ${sum}.`

/**
 * Before booking: which of a day's start times (in milliseconds, in order) are so soon that the rule of cancelling free
 * of charge is over already. Null when none is.
 */
export function tooSoonToCancelFree(starts: readonly number[], freeCancelHours: number, now: Date): string | null {
  const firstFree = starts.find((start) => start - freeCancelHours * 3_600_000 >= now.getTime())
  if (freeCancelHours === 0 || starts.length === 0 || firstFree === starts[0]) return null
  return firstFree === undefined
    ? 'Tiderna den här dagen är så nära att de inte går att avboka utan kostnad när företaget har sagt ja.'
    : `En tid före kl. ${clockTime(new Date(firstFree))} är så nära att den inte går att avboka utan kostnad när företaget har sagt ja.`
}

/** Like `tooSoonToCancelFree`, for one time that is offered to the member. */
export const offeredTooSoon = (startsAt: Date, freeCancelHours: number, now: Date): string | null =>
  tooSoonToCancelFree([startsAt.getTime()], freeCancelHours, now) &&
  'Tiden är så nära att den inte går att avboka utan kostnad när företaget har sagt ja.'

/** In a letter about a booking that the company has said yes to. */
export function cancelWords(booking: ToldBooking): string {
  const { companyAnswers, memberAnswers, freeCancelUntil, startsAt, customerPaysOre, at } = booking
  if (!memberAnswers) return 'Du kan inte logga in för tillfället: ring företaget om du vill ändra eller avboka.'
  if (!companyAnswers) return 'Så länge det är så kan du avboka utan kostnad, ända fram till start.'
  const sum = formatOre(customerPaysOre)
  return whileFreeToCancel({ freeUntil: freeCancelUntil, startsAt, sum }, at) ?? noLongerFreeToCancel(sum)
}
