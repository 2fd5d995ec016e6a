import { inSteps } from '~/shared/back-off'
import type { Channel } from '~/shared/channel'

/** What the outbox decides, apart from what it does. */

export const channelLabels = { mail: 'Mejl', sms: 'SMS', push: 'Push' } as const satisfies Record<Channel, string>

/** Sent: somebody else has taken it over. Delivered: it is known to have arrived. Stopped: called off in time. */
export type OutboxState = 'queued' | 'sent' | 'delivered' | 'failed' | 'stopped'

export const outboxStateLabels = {
  queued: 'Väntar',
  sent: 'Skickat',
  delivered: 'Framme',
  stopped: 'Stoppat',
  failed: 'Gick inte fram',
} as const satisfies Record<OutboxState, string>

/** 1 is first. A code goes before a notice, and a notice before a broadcast to many. */
export const urgencies = { awaited: 1, notice: 5, many: 9 } as const
export type Urgency = keyof typeof urgencies

/** A claim that is not settled by then was a process that died: another takes the message over. */
export const claimSeconds = 60

export const pauseAfter = inSteps(10, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600, 12 * 3600)
