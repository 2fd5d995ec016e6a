import type { Unanswered, Undelivered } from '../delivery'

/** A text message. The recipient is in E.164. */
export type Sms = { recipient: string; text: string }

/** Accepted by the provider, which may still report later, under `providerId`, that it never arrived. */
export type SmsDelivery =
  | { kind: 'delivered'; providerId?: string; parts?: number; cost?: number /** In hundredths of an öre. */ }
  | Undelivered
  | Unanswered

/** The remaining balance in öre; null if there is no paid account, or no answer just now. */
export type SmsBalance = { ore: number } | null

/** The port for SMS. Configuration chooses the adapter, and the log names it at the start. */
export type SmsSender = {
  name: string
  /** False for the adapter that only stores what it would have sent. */
  leavesTheHouse: boolean
  /**
   * `id` is our id, `attempt` the number of the try. Delivery reports name both, so that a report that overtakes the
   * response finds its message, and one about an earlier try is not applied to a later one.
   */
  send(sms: Sms, id: string, attempt: number): Promise<SmsDelivery>
  balance(): Promise<SmsBalance>
}

/** Keeps SMS inside the product; the outbox page shows them. */
export const smsOutboxOnly: SmsSender = {
  name: 'outbox',
  leavesTheHouse: false,
  async send() {
    return { kind: 'delivered' }
  },
  async balance() {
    return null
  },
}
