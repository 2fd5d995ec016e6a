import { isNameIn } from '~/shared/chosen'

/** Those whom a member names, so that they are told of an alarm: who is told when, and who may be asked. */

export const mostPeople = 5

/** So long somebody may say yes to being asked. */
export const invitationDays = 30

export const toldLabels = {
  'at once': 'Så fort jag larmar',
  unanswered: 'Om ingen har svarat efter några minuter',
} as const
export type Told = keyof typeof toldLabels

export const isTold = (word: unknown): word is Told => isNameIn(toldLabels, word)

/** Somebody of the circle, and what became of the word to them: it has left, it waits or is being sent, or every try has failed. */
export type Informed = { name: string; word: 'sent' | 'leaving' | 'lost' }

export type EndedBy = 'member' | 'person'

/** What there has been between a member and somebody at this number or address before. */
export type Before = {
  /** They have said no to everybody, or STOP. */
  isRefused: boolean
  /** With this member, the latest: still asked or told, or how it ended. */
  latest: { acceptedAt: Date | null; endedBy: EndedBy | null } | null
}

export type WhyNotAsked = 'refused' | 'is in' | 'has left' | 'was asked'

/** Why somebody may not be asked; null when they may. Only whoever has said yes before is asked twice. */
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

/** How it stands with somebody who has been asked. */
export function standingOf(asked: { invitedAt: Date; acceptedAt: Date | null }, now: Date): Standing {
  if (asked.acceptedAt) return 'in'
  return asked.invitedAt <= askedSince(now) ? 'lapsed' : 'asked'
}

/** Whoever was asked before that can say yes no more. */
export const askedSince = (now: Date) => new Date(now.getTime() - invitationDays * 86_400_000)

export const standingLabels = {
  asked: 'Frågan är skickad, inget svar än',
  lapsed: 'Svarade inte',
  in: 'Har sagt ja',
} as const satisfies Record<Standing, string>
