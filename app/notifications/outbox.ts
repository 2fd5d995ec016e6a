/** What the outbox decides, apart from what it does. */
export type OutboxState = 'queued' | 'sent' | 'failed'

export const outboxStateLabels = {
  queued: 'Väntar',
  sent: 'Skickat',
  failed: 'Gick inte fram',
} as const satisfies Record<OutboxState, string>

/** A claim that is not settled by then was a process that died: another takes the message over. */
export const claimSeconds = 60

const pauses = [10, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600, 12 * 3600]

/** Seconds until the next try after this many failed ones; null when it is time to give up. */
export function pauseAfter(attempts: number): number | null {
  return pauses[attempts - 1] ?? null
}

/** Mails whose link lets somebody in: once out of the house, no copy of the link is kept. */
const kindsWithSecrets = new Set(['recovery', 'verification', 'new address'])

export function carriesSecret(kind: string): boolean {
  return kindsWithSecrets.has(kind)
}
