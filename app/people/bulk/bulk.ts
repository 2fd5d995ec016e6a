import { namesOf } from '~/shared/chosen'

/** Bulk actions for everyone that a search finds. */
/** The actions that an administrator can choose. */
export type ChosenDeed = 'sign out' | 'send verification' | 'give months'
/** 'tell opening' is started by opening a postcode, not by choice. */
export type BulkDeed = ChosenDeed | 'tell opening'

export const bulkDeedLabels = {
  'send verification': 'Skicka bekräftelsen igen',
  'give months': 'Ge fria månader',
  'sign out': 'Logga ut överallt',
  'tell opening': 'Berätta att kvarteret är öppet',
} as const satisfies Record<BulkDeed, string>

/** Whom an action applies to, shown before it starts. The others are skipped. */
export const bulkDeedHints = {
  'send verification': 'Till dem som inte har bekräftat sin e-postadress.',
  'give months': 'Bara medlemmar får månader.',
  'sign out': 'Alla enheter. Du själv blir kvar.',
} as const satisfies Record<ChosenDeed, string>

export const chosenDeeds = namesOf(bulkDeedHints)

type Person = { id: string; role: string; emailVerified: boolean }

/** Whether the action applies to this person. The others are counted as skipped. */
export function concerns(deed: BulkDeed, person: Person, actorId: string): boolean {
  if (deed === 'sign out') return person.id !== actorId
  return deed === 'send verification' ? !person.emailVerified : person.role === 'member'
}
