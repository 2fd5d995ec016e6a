import { askedDay, idPattern } from '~/shared/asked'
import { namesOf } from '~/shared/chosen'
import type { BookingStatus } from '../booking'

/** The lists that the two sides leaf through, and how an address says which page of which. */

type List = {
  label: string
  /** The word for it in an address; the plain list has none. */
  word: string | null
  states: readonly BookingStatus[] | null
  /** Which part of time, seen from a line: the present, or the beginning of this day. */
  time: 'all' | 'from the line' | 'before the line'
  order: 'soonest first' | 'newest first'
}

/** The specification's list, newest first; what is to come by itself, next first; and what was called off apart from both. */
export const memberLists = {
  all: { label: 'Alla', word: null, states: null, time: 'all', order: 'newest first' },
  upcoming: {
    label: 'Kommande',
    word: 'kommande',
    states: ['pending', 'confirmed'],
    time: 'from the line',
    order: 'soonest first',
  },
  past: {
    label: 'Tidigare',
    word: 'tidigare',
    states: ['pending', 'confirmed', 'completed'],
    time: 'before the line',
    order: 'newest first',
  },
  cancelled: { label: 'Avbokade', word: 'avbokade', states: ['cancelled'], time: 'all', order: 'newest first' },
} as const satisfies Record<string, List>

/** In order of time, as the specification has it, from today on: what has been is a list of its own. */
export const providerLists = {
  all: { label: 'Från i dag', word: null, states: null, time: 'from the line', order: 'soonest first' },
  pending: { label: 'Väntar', word: 'vantar', states: ['pending'], time: 'all', order: 'soonest first' },
  confirmed: { label: 'Bekräftade', word: 'bekraftade', states: ['confirmed'], time: 'all', order: 'soonest first' },
  completed: { label: 'Genomförda', word: 'genomforda', states: ['completed'], time: 'all', order: 'newest first' },
  cancelled: { label: 'Avbokade', word: 'avbokade', states: ['cancelled'], time: 'all', order: 'newest first' },
  past: { label: 'Tidigare', word: 'tidigare', states: null, time: 'before the line', order: 'newest first' },
} as const satisfies Record<string, List>

export type MemberList = keyof typeof memberLists
export type ProviderList = keyof typeof providerLists
export type { List }

/** Where a page ended: the next one goes on after this job. */
export type Place = { at: string; id: string }

export type Asked<Key extends string> = { list: Key; after: Place | null }

/** Nonsense in an address is the plain list from its beginning. */
export function readAsked<Key extends string>(lists: Record<Key, List>, search: URLSearchParams): Asked<Key> {
  const keys = namesOf(lists)
  const word = search.get('visa')
  const list = keys.find((key) => lists[key].word === word) ?? keys.find((key) => lists[key].word === null)
  if (!list) throw new RangeError('No plain list')
  return { list, after: readPlace(search.get('efter')) }
}

/** What differs from the plain list, as an address has it: "?visa=vantar&efter=...". */
export function askedAddress(address: string, list: List, after?: Place | null): string {
  const search = new URLSearchParams()
  if (list.word) search.set('visa', list.word)
  if (after) search.set('efter', `${after.at}_${after.id}`)
  return search.size > 0 ? `${address}?${search}` : address
}

const place = new RegExp(`^(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z)_(${idPattern})$`)

function readPlace(text: string | null): Place | null {
  const [, at, id] = place.exec(text ?? '') ?? []
  // The 30th of February is none, and a moment in it no moment.
  return at && id && askedDay(at.slice(0, 10)) && !Number.isNaN(Date.parse(at)) ? { at, id } : null
}

/** Of rows read with one more than a page shows: the page, and where the next one begins if there is one. */
export function pageOfBookings<Row extends { id: string; startsAt: Date }>(rows: readonly Row[], size: number) {
  const shown = rows.slice(0, size)
  const last = rows.length > size ? shown.at(-1) : undefined
  return { shown, next: last ? { at: last.startsAt.toISOString(), id: last.id } : null }
}
