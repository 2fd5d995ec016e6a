import type { Unanswered, Undelivered } from '../delivery'

/** A text message: the number in E.164, and the words. */
export type Sms = { recipient: string; text: string }

/** Taken by the provider, which may still report that it never arrived; the report comes under `providerId`. */
export type SmsDelivery =
  | { kind: 'delivered'; providerId?: string; parts?: number /** Hundredths of öre. */; cost?: number }
  | Undelivered
  | Unanswered

/** What is left to send for, in öre; null when there is nobody to pay, or no answer just now. */
export type SmsBalance = { ore: number } | null

/** The way out for SMS. The adapter is chosen by configuration and named in the log at the start. */
export type SmsSender = {
  name: string
  /** False for the adapter that only keeps what it would have sent. */
  leavesTheHouse: boolean
  /**
   * `id` is ours, and `attempt` which try of it this is: the report names both, so that one that comes before the answer finds
   * its message, and one about an earlier try says nothing about a later.
   */
  send(sms: Sms, id: string, attempt: number): Promise<SmsDelivery>
  balance(): Promise<SmsBalance>
}

/** Keeps SMS inside the product: the outbox page is where they can be read. */
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
