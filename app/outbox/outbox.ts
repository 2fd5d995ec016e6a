import { inSteps } from '~/shared/back-off'
import type { Channel } from '~/shared/channel'

/** The outbox's rules (pure). */

export const channelLabels = { mail: 'Mejl', sms: 'SMS', push: 'Push' } as const satisfies Record<Channel, string>

/**
 * sent: a provider accepted the message. delivered: it is known to have arrived. stopped: cancelled before it was sent.
 */
export type OutboxState = 'queued' | 'sent' | 'delivered' | 'failed' | 'stopped'

export const outboxStateLabels = {
  queued: 'Väntar',
  sent: 'Skickat',
  delivered: 'Framme',
  stopped: 'Stoppat',
  failed: 'Gick inte fram',
} as const satisfies Record<OutboxState, string>

/** Priorities; 1 goes first. A code before a notice, a notice before a broadcast. */
export const urgencies = { awaited: 1, notice: 5, many: 9 } as const
export type Urgency = keyof typeof urgencies

/** How long a claim (lease) holds. After that the process is presumed dead and another one may claim the message. */
export const claimSeconds = 60

export const pauseAfter = inSteps(10, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600, 12 * 3600)
