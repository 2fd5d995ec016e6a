import { isNameIn, namesOf } from '~/shared/chosen'
import { shortened } from '~/shared/text'

/** Where help is needed, as the member says in one press. */
export const placeLabels = { home: 'Hemma', here: 'Där jag är nu', elsewhere: 'Annan plats' } as const
export type Place = keyof typeof placeLabels
export const places: Place[] = namesOf(placeLabels)

/** What a form says of it, for whoever keeps a press until it can be sent. */
export const whereFields = ['place', 'elsewhere', 'hides'] as const
export type Where = Partial<Record<(typeof whereFields)[number], string>>

export function whereIn(sent: (name: string) => unknown): Where {
  const said = whereFields.map((name) => [name, sent(name)] as const)
  return Object.fromEntries(said.filter(([, value]) => typeof value === 'string' && value !== ''))
}

export function placeIn(values: Record<string, string>): Place | null {
  return isNameIn(placeLabels, values.place) ? values.place : null
}

/** What stands chosen already: home, where there is one; else where the phone is, where it may say so. */
export function placeChosen(setup: { hasHome: boolean; sharesPosition: boolean | null }): Place | null {
  if (setup.hasHome) return 'home'
  return setup.sharesPosition ? 'here' : null
}

/**
 * Whether the phone's position goes with an alarm: 'Där jag är nu' asks for it, at home it follows for who has said yes in
 * peace, and elsewhere it would lead to the wrong door.
 */
export function sharesPosition(place: Place | null, saidYes: boolean): boolean {
  if (place === 'elsewhere') return false
  return place === 'here' || saidYes
}

/** Whether the home is any help: not to whoever is said to be somewhere else. */
export const isAtHome = (place: Place | null): boolean => place === 'home' || place === null

const longestPlace = 200

/** 'Annan plats' is words, and goes with the words: by SMS too, to whoever takes the alarm there. */
export function withPlace(message: string, place: Place | null, elsewhere: string): string {
  const where = elsewhere.replace(/\s+/g, ' ').trim()
  return place === 'elsewhere' && where !== '' ? `${message}\nPlats: ${shortened(where, longestPlace)}` : message
}
