import type { ToldBooking } from '../booking-letters'
import { shortSpokenMoment } from '../when'

/** What all letters about a booking call it, and its customer. */

export const what = ({ title, startsAt }: Pick<ToldBooking, 'title' | 'startsAt'>) =>
  `${title} ${shortSpokenMoment(startsAt)}`

export const person = ({ memberName }: Pick<ToldBooking, 'memberName'>) => memberName ?? 'Kunden'

/** Words about what is done on a page, for a letter to somebody who can log in (`answersFor`); else nothing. */
export const ifOpen = (answers: boolean, words: string) => (answers ? words : '')
