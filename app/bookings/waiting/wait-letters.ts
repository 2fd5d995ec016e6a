import { href } from 'react-router'
import type { BookingMessage } from '../booking-letters'
import { clockSpan, shortSpokenMoment, spokenDay, spokenMoment } from '../when'

/** Letters to a member on the waiting list. None is sent when they leave it themselves. */

type WaitMessage = Omit<BookingMessage, 'kind'> & { kind: 'booking wait offered' | 'booking wait over' }
type Told = { name: string; title: string; companyName: string }
type TimeTold = Told & { startsAt: Date; endsAt: Date; until: Date }

export function offeredLetter(origin: string, told: TimeTold): WaitMessage {
  const { name, title, companyName, startsAt, endsAt, until } = told
  const path = href('/dashboard/customer/waiting')
  const what = `${title} ${shortSpokenMoment(startsAt)}`
  return {
    kind: 'booking wait offered',
    subject: `En tid är ledig: ${what}`,
    letter: {
      greeting: `Hej ${name},`,
      paragraphs: [
        `En tid som du väntade på har blivit ledig hos ${companyName}. Vi håller den för dig till ${spokenMoment(until)}.`,
        'Vill du ha den trycker du på en knapp. Sedan svarar företaget, som på alla bokningar. Passar den inte, tacka nej, så får nästa i kön frågan.',
      ],
      facts: [
        { term: 'Tjänst', value: title },
        { term: 'När', value: `${spokenDay(startsAt)} kl. ${clockSpan(startsAt, endsAt)}` },
        { term: 'Företag', value: companyName },
        { term: 'Svara senast', value: spokenMoment(until) },
      ],
      action: { label: 'Svara', url: origin + path },
    },
    sms: `En tid är ledig: ${what}. Svara senast ${shortSpokenMoment(until)}: ${origin}${path}`,
    push: { title: 'En tid är ledig', body: `${what}. Svara senast ${shortSpokenMoment(until)}.`, path },
  }
}

/** Why a wait ended without a time: its days passed, or the service can no longer be booked. */
export type Over = 'passed' | 'gone'

/** `mayBook`: false for a member who could not log in, who is invited to nothing. */
export function overLetter(origin: string, why: Over, told: Told & { mayBook: boolean }): WaitMessage {
  const { name, title, companyName, mayBook } = told
  const path = href('/dashboard/customer/book')
  const because =
    why === 'passed'
      ? `Dagarna som du väntade på har varit, och ingen tid blev bokad för ${title} hos ${companyName}.`
      : `${title} hos ${companyName} går inte längre att boka, så du står inte kvar på väntelistan.`
  return {
    kind: 'booking wait over',
    subject: `Väntelistan: ${title}`,
    letter: {
      greeting: `Hej ${name},`,
      paragraphs: [because, ...(mayBook ? ['Du kan välja andra dagar, eller någon annan i kvarteret.'] : [])],
      facts: [],
      ...(mayBook ? { action: { label: 'Boka en annan tid', url: origin + path } } : {}),
    },
    sms: mayBook ? `${because} ${origin}${path}` : because,
    push: { title: 'Väntelistan', body: because, path },
  }
}
