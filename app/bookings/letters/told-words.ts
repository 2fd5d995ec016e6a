import type { ToldBooking } from '../booking-letters'
import { shortSpokenMoment } from '../when'

/** What all letters about a booking call it, and its customer. */

export const what = ({ title, startsAt }: Pick<ToldBooking, 'title' | 'startsAt'>) =>
  `${title} ${shortSpokenMoment(startsAt)}`

export const person = ({ memberName }: Pick<ToldBooking, 'memberName'>) => memberName ?? 'Kunden'
