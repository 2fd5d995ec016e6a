/** Titles of ledger entries by kind. `about` is the name of the service or company at that time. */
const titles = {
  booking: (about: string) => about,
  review: (about: string) => `Omdöme om ${about}`,
  recruited: (about: string) => `${about} gick med på ditt tips`,
  'recruited taken back': (about: string) => `Tillbakataget: tipset om ${about}`,
  'taken back': (about: string) => `Tillbakataget: poäng från ${about}`,
  'free month': () => 'En fri månad',
  'free month taken back': () => 'Tillbakatagen: en fri månad',
} as const

export type EntryKind = keyof typeof titles

export const entryTitle = (kind: EntryKind, about: string): string => titles[kind](about)
