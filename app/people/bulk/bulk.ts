import { namesOf } from '~/shared/chosen'

/** One deed for everyone that a search finds. */
/** What an administrator may choose. */
export type ChosenDeed = 'sign out' | 'send verification' | 'give months'
/** Telling of an opening begins with the opening. */
export type BulkDeed = ChosenDeed | 'tell opening'

export const bulkDeedLabels = {
  'send verification': 'Skicka bekräftelsen igen',
  'give months': 'Ge fria månader',
  'sign out': 'Logga ut överallt',
  'tell opening': 'Berätta att kvarteret är öppet',
} as const satisfies Record<BulkDeed, string>

/** Whom a deed passes by, said before it begins. */
export const bulkDeedHints = {
  'send verification': 'Till dem som inte har bekräftat sin e-postadress.',
  'give months': 'Bara medlemmar får månader.',
  'sign out': 'Alla enheter. Du själv blir kvar.',
} as const satisfies Record<ChosenDeed, string>

export const chosenDeeds = namesOf(bulkDeedHints)

type Person = { id: string; role: string; emailVerified: boolean }

/** Whether the deed is for this person; the others are counted as passed by. */
export function concerns(deed: BulkDeed, person: Person, actorId: string): boolean {
  if (deed === 'sign out') return person.id !== actorId
  return deed === 'send verification' ? !person.emailVerified : person.role === 'member'
}
