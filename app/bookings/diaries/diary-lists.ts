import { askedDay, idPattern } from '~/shared/asked'
import { namesOf } from '~/shared/chosen'
import type { BookingStatus } from '../booking'

/** The lists of both sides, and the query parameters that name a list and a page. */

type List = {
  label: string
  /** The value of the query parameter; null for the default list. */
  word: string | null
  states: readonly BookingStatus[] | null
  /** Which bookings by time, relative to a line: now for a member, the beginning of today for a company. */
  time: 'all' | 'from the line' | 'before the line'
  order: 'soonest first' | 'newest first'
}

/** The default list as specified, newest first; upcoming bookings, next first; cancelled ones apart. */
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

/** As specified in order of time, from today on; past bookings are a list of their own. */
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

/** The cursor of keyset pagination: the last booking of the previous page. */
export type Place = { at: string; id: string }

export type Asked<Key extends string> = { list: Key; after: Place | null }

/** Invalid query parameters give the first page of the default list. */
export function readAsked<Key extends string>(lists: Record<Key, List>, search: URLSearchParams): Asked<Key> {
  const keys = namesOf(lists)
  const word = search.get('visa')
  const list = keys.find((key) => lists[key].word === word) ?? keys.find((key) => lists[key].word === null)
  if (!list) throw new RangeError('No plain list')
  return { list, after: readPlace(search.get('efter')) }
}

/** The address with the query parameters that differ from the default: "?visa=vantar&efter=...". */
export function askedAddress(address: string, list: List, after?: Place | null): string {
  const search = new URLSearchParams()
  if (list.word) search.set('visa', list.word)
  if (after) search.set('efter', `${after.at}_${after.id}`)
  return search.size > 0 ? `${address}?${search}` : address
}

const place = new RegExp(`^(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z)_(${idPattern})$`)

function readPlace(text: string | null): Place | null {
  const [, at, id] = place.exec(text ?? '') ?? []
  // Also refuses dates that do not exist, such as the 30th of February.
  return at && id && askedDay(at.slice(0, 10)) && !Number.isNaN(Date.parse(at)) ? { at, id } : null
}

/** Cuts rows read with a limit of page size plus one. `next` is the cursor; null on the last page. */
export function pageOfBookings<Row extends { id: string; startsAt: Date }>(rows: readonly Row[], size: number) {
  const shown = rows.slice(0, size)
  const last = rows.length > size ? shown.at(-1) : undefined
  return { shown, next: last ? { at: last.startsAt.toISOString(), id: last.id } : null }
}
