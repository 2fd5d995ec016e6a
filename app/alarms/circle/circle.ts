import { isNameIn } from '~/shared/chosen'

/** Rules of the circle, the people whom a member names to be told of alarms: who is told when, who may be asked. */

export const mostPeople = 5

/** For so many days after the question it can be accepted. */
export const invitationDays = 30

export const toldLabels = {
  'at once': 'Så fort jag larmar',
  unanswered: 'Om ingen har svarat efter några minuter',
} as const
export type Told = keyof typeof toldLabels

export const isTold = (word: unknown): word is Told => isNameIn(toldLabels, word)

/** A person of the circle and what became of their message: sent, still queued or sending, or failed for good. */
export type Informed = { name: string; word: 'sent' | 'leaving' | 'lost' }

export type EndedBy = 'member' | 'person'

/** Earlier history between a member and this phone number or address. */
export type Before = {
  /** They have refused everybody, or sent STOP. */
  isRefused: boolean
  /** The latest entry with this member: still active, or how it ended. */
  latest: { acceptedAt: Date | null; endedBy: EndedBy | null } | null
}

export type WhyNotAsked = 'refused' | 'is in' | 'has left' | 'was asked'

/** Why this person may not be asked; null when they may. Only a person who accepted before may be asked twice. */
export function whyNotAsk({ isRefused, latest }: Before): WhyNotAsked | null {
  if (isRefused) return 'refused'
  if (!latest) return null
  if (latest.endedBy === null) return 'is in'
  if (latest.endedBy === 'person') return 'has left'
  return latest.acceptedAt === null ? 'was asked' : null
}

const theirOwnMatter = 'Vi kan inte fråga den personen. Prata med personen själv.'

export const whyNotWords = {
  refused: theirOwnMatter,
  'has left': theirOwnMatter,
  'was asked': 'Personen har redan fått din fråga en gång, och vi frågar inte igen.',
  'is in': 'Personen finns redan i listan.',
} as const satisfies Record<WhyNotAsked, string>

export type Standing = 'asked' | 'lapsed' | 'in'

/** The standing of a person who has been asked. */
export function standingOf(asked: { invitedAt: Date; acceptedAt: Date | null }, now: Date): Standing {
  if (asked.acceptedAt) return 'in'
  return asked.invitedAt <= askedSince(now) ? 'lapsed' : 'asked'
}

/** People who were asked before this moment can no longer accept. */
export const askedSince = (now: Date) => new Date(now.getTime() - invitationDays * 86_400_000)

export const standingLabels = {
  asked: 'Frågan är skickad, inget svar än',
  lapsed: 'Svarade inte',
  in: 'Har sagt ja',
} as const satisfies Record<Standing, string>
