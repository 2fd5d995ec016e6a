import type { NoTime } from '../book/availability'
import { shortSpokenDay } from '../when'
import { rhythmWords, type Weeks } from './rhythm'

/** The days of a series in words, for pages and letters. */

type Told = { start: number; none: NoTime | 'holiday' | null; closedBecause: string | null; holiday: string | null }

const list = new Intl.ListFormat('sv-SE')
const day = (start: number) => shortSpokenDay(new Date(start))

/** Why a day is left out: "Helgdag: juldagen", "Stängt: semester". */
export function whyLeftOut({ none, closedBecause, holiday }: Omit<Told, 'start'>): string {
  if (none === 'holiday') return `Helgdag: ${holiday?.toLowerCase()}`
  if (none === 'closed for a while' && closedBecause) return `Stängt: ${closedBecause}`
  if (none === 'closed' || none === 'closed for a while') return 'Stängt den tiden'
  if (none === 'too short') return 'Öppettiden räcker inte'
  if (none === 'too soon') return 'För nära inpå'
  return 'Upptaget den tiden'
}

/** A day for a list on a page: the date, why it is left out, and the holiday that it is booked on. */
export function comingLine(one: Told) {
  const why = one.none === null ? null : whyLeftOut(one)
  return { when: day(one.start), why, holiday: why === null ? one.holiday : null }
}

export type ComingLine = ReturnType<typeof comingLine>

/** A booking that was made, in the shape of a coming day. */
export const asComing = ({ startsAt }: { startsAt: Date }): Told => ({
  start: startsAt.getTime(),
  none: null,
  closedBecause: null,
  holiday: null,
})

/** Adds a full stop unless the text ends with an abbreviated month, which has one: "tors 17 dec." */
const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)

/** Sentences for a letter about the days that are booked and those left out: "tors 3 dec. och tors 17 dec." */
export function comingWords(weeks: Weeks, isAgreed: boolean, coming: readonly Told[]): string[] {
  const comes = coming.filter(({ none }) => none === null).map(({ start }) => day(start))
  return [
    isAgreed
      ? sentence(`${rhythmWords(weeks)}, samma tid${comes.length > 0 ? `. Bokat är också ${list.format(comes)}` : ''}`)
      : sentence(
          `${rhythmWords(weeks)}, samma tid. Ett ja gäller alla gånger${comes.length > 0 ? `, så här långt också ${list.format(comes)}` : ''}`,
        ),
    ...leftOutWords(coming),
  ]
}

/** "Det här hoppas över: tors 24 dec. (helgdag: julafton)." */
export function leftOutWords(coming: readonly Told[]): string[] {
  const leftOut = coming.filter(({ none }) => none !== null)
  if (leftOut.length === 0) return []
  const each = leftOut.map((one) => `${day(one.start)} (${whyLeftOut(one).toLowerCase()})`)
  return [`Det här hoppas över: ${list.format(each)}.`]
}
