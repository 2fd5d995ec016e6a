import type { Unanswered, Undelivered } from '../delivery'

/** In the air: the provider has it and rings, and says afterwards how it went. Nobody has heard anything yet. */
export type Placed = { kind: 'placed'; providerId: string } | Undelivered | Unanswered

/** The way out for phone calls. The adapter is chosen by configuration and named in the log at the start. */
export type VoiceCaller = {
  name: string
  /** False for the adapter that rings nobody, and only keeps that it would have. */
  leavesTheHouse: boolean
  /** `id` is ours, and `attempt` which try of it this is: every callback names both. What is said is asked for when it is answered. */
  call(phone: string, id: string, attempt: number): Promise<Placed>
}

/** Rings nobody: an administrator can answer in the phone's place, where everything else is as it would be. */
export const voiceOutboxOnly: VoiceCaller = {
  name: 'outbox',
  leavesTheHouse: false,
  async call(_, id) {
    return { kind: 'placed', providerId: `outbox-${id}` }
  },
}
