import { isNameIn, namesOf } from '~/shared/chosen'
import { shortened } from '~/shared/text'

/** Where help is needed, as the member chooses when pressing. */
export const placeLabels = { home: 'Hemma', here: 'Där jag är nu', elsewhere: 'Annan plats' } as const
export type Place = keyof typeof placeLabels
export const places: Place[] = namesOf(placeLabels)

/** The form fields about the place, which are stored with a press that is kept until it can be sent. */
export const whereFields = ['place', 'elsewhere', 'hides'] as const
export type Where = Partial<Record<(typeof whereFields)[number], string>>

export function whereIn(sent: (name: string) => unknown): Where {
  const said = whereFields.map((name) => [name, sent(name)] as const)
  return Object.fromEntries(said.filter(([, value]) => typeof value === 'string' && value !== ''))
}

export function placeIn(values: Record<string, string>): Place | null {
  return isNameIn(placeLabels, values.place) ? values.place : null
}

/** The preselected place: home if there is one, else the phone's position if it may be shared. */
export function placeChosen(setup: { hasHome: boolean; sharesPosition: boolean | null }): Place | null {
  if (setup.hasHome) return 'home'
  return setup.sharesPosition ? 'here' : null
}

/**
 * Whether the phone's position is sent with an alarm. 'Där jag är nu': always. At home: if the member agreed to it in
 * advance. Elsewhere: never, it would lead to the wrong door.
 */
export function sharesPosition(place: Place | null, saidYes: boolean): boolean {
  if (place === 'elsewhere') return false
  return place === 'here' || saidYes
}

/** Whether the home address is useful: not if help is needed somewhere else. */
export const isAtHome = (place: Place | null): boolean => place === 'home' || place === null

const longestPlace = 200

const placeLine = '\nPlats: '

/** 'Annan plats' is free text and is added to the message, so that the taker gets it by SMS too. */
export function withPlace(message: string, place: Place | null, elsewhere: string): string {
  const where = elsewhere.replace(/\s+/g, ' ').trim()
  return place === 'elsewhere' && where !== '' ? `${message}${placeLine}${shortened(where, longestPlace)}` : message
}

/** The inverse of `withPlace`, for an SMS, which must not cut the place away. */
export function splitPlace(message: string): { words: string; place: string } {
  const at = message.lastIndexOf(placeLine)
  return at < 0 ? { words: message, place: '' } : { words: message.slice(0, at), place: message.slice(at + 1) }
}
