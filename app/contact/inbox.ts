/** The state of a question. */
export type MessageState = 'new' | 'answered' | 'closed'

export const messageStateLabels = {
  new: 'Obesvarat',
  answered: 'Besvarat',
  closed: 'Avslutat',
} as const satisfies Record<MessageState, string>

/** The tabs of the inbox, by their word in the address. */
export const inboxParts = {
  obesvarade: 'Obesvarade',
  mina: 'Mina',
  alla: 'Alla',
} as const

export type InboxPart = keyof typeof inboxParts

export function inboxPartFrom(asked: string | null): InboxPart {
  return asked === 'mina' || asked === 'alla' ? asked : 'obesvarade'
}
