import type { Unanswered, Undelivered } from '../delivery'

/** The provider has accepted the call and rings; callbacks report how it went. Nobody has heard anything yet. */
export type Placed = { kind: 'placed'; providerId: string } | Undelivered | Unanswered

/** The port for phone calls. Configuration chooses the adapter, and the log names it at the start. */
export type VoiceCaller = {
  name: string
  /** False for the adapter that makes no calls and only stores that it would have. */
  leavesTheHouse: boolean
  /**
   * Whether a call can be answered: on a phone, or in the demo by an administrator in its place. If not, no phone is
   * said to ring, and no step for it is armed.
   */
  canRing: boolean
  /**
   * `id` is our id, `attempt` the number of the try; every callback names both. The provider asks what to say once the
   * call is answered.
   */
  call(phone: string, id: string, attempt: number): Promise<Placed>
}

/** For the demo. Makes no calls; an administrator can answer in place of the phone, and everything else works as usual. */
export const voiceOutboxOnly: VoiceCaller = {
  name: 'outbox',
  leavesTheHouse: false,
  canRing: true,
  async call(_, id) {
    return { kind: 'placed', providerId: `outbox-${id}` }
  },
}

/** For production without a provider: nobody can answer. */
export const voiceUnanswered: VoiceCaller = { ...voiceOutboxOnly, canRing: false }
