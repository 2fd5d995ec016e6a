import { countParts, type Purpose, wideCharacters } from '~/outbox/public'
import { PRODUCT_NAME } from '~/shared/product'

/**
 * asked: a partner's text waits for an administrator's decision. ready: an administrator's draft. running: being sent.
 * stopped: called off while being sent. done: sent to every recipient.
 */
export type BroadcastState = 'asked' | 'ready' | 'declined' | 'running' | 'stopped' | 'done'

export const stateLabels = {
  asked: 'Väntar på godkännande',
  ready: 'Utkast',
  declined: 'Avböjt',
  running: 'Skickas',
  stopped: 'Stoppat',
  done: 'Klart',
} as const satisfies Record<BroadcastState, string>

export type BroadcastDeed = 'release' | 'decline' | 'discard' | 'stop'

/** The states in which each deed is allowed, and the state it leads to. A discarded draft is deleted. */
export const deeds = {
  release: { from: ['asked', 'ready'], to: 'running' },
  decline: { from: ['asked'], to: 'declined' },
  discard: { from: ['ready'], to: null },
  stop: { from: ['running'], to: 'stopped' },
} as const satisfies Record<BroadcastDeed, { from: readonly BroadcastState[]; to: BroadcastState | null }>

export function mayDo(deed: BroadcastDeed, state: BroadcastState): boolean {
  return (deeds[deed].from as readonly BroadcastState[]).includes(state)
}

/** The longest text: with what we add, the SMS stays within four parts. */
export const longestText = 400

type Words = { purpose: Purpose; text: string; companyName: string | null }

/** The SMS as sent: the sender first; offers always with instructions to opt out. */
export function smsText({ purpose, text, companyName }: Words): string {
  const sender = companyName ? `${companyName} via ${PRODUCT_NAME}` : PRODUCT_NAME
  if (purpose === 'safety_sms') return `Trygghets-SMS från ${sender}: ${text}`
  return `${sender}: ${text}\nSvara STOP för att slippa fler.`
}

export type Reckoning = { recipients: number; parts: number; ore: number; wide: string[] }

/** Recipients, parts and cost, before anything is sent. */
export function reckon(words: Words, recipients: number, partOre: number): Reckoning {
  const sms = smsText(words)
  const parts = countParts(sms)
  return { recipients, parts, ore: recipients * parts * partOre, wide: wideCharacters(sms) }
}

/** How many parts an SMS is sent in: "2 SMS-delar". */
export function partsShown(sms: string): string {
  const parts = countParts(sms)
  return parts === 1 ? '1 SMS-del' : `${parts} SMS-delar`
}
