import { countParts, type Purpose, wideCharacters } from '~/outbox/public'
import { PRODUCT_NAME } from '~/shared/product'

/**
 * Asked: a partner's words wait for an administrator. Ready: an administrator's own, to be looked at once more.
 * Running: on its way out. Stopped: called off in the middle. Done: nobody is left to send to.
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

/** From which states each deed may be done, and where it leads; a draft that is discarded leaves nothing. */
export const deeds = {
  release: { from: ['asked', 'ready'], to: 'running' },
  decline: { from: ['asked'], to: 'declined' },
  discard: { from: ['ready'], to: null },
  stop: { from: ['running'], to: 'stopped' },
} as const satisfies Record<BroadcastDeed, { from: readonly BroadcastState[]; to: BroadcastState | null }>

export function mayDo(deed: BroadcastDeed, state: BroadcastState): boolean {
  return (deeds[deed].from as readonly BroadcastState[]).includes(state)
}

/** As long as a text may be: with what we add it stays within four parts. */
export const longestText = 400

type Words = { purpose: Purpose; text: string; companyName: string | null }

/** The SMS as it arrives. Who speaks stands first; offers always say how to be rid of them. */
export function smsText({ purpose, text, companyName }: Words): string {
  const sender = companyName ? `${companyName} via ${PRODUCT_NAME}` : PRODUCT_NAME
  if (purpose === 'safety_sms') return `Trygghets-SMS från ${sender}: ${text}`
  return `${sender}: ${text}\nSvara STOP för att slippa fler.`
}

export type Reckoning = { recipients: number; parts: number; ore: number; wide: string[] }

/** What it comes to before anything is sent. */
export function reckon(words: Words, recipients: number, partOre: number): Reckoning {
  const sms = smsText(words)
  const parts = countParts(sms)
  return { recipients, parts, ore: recipients * parts * partOre, wide: wideCharacters(sms) }
}
