import type { Undelivered } from '../delivery'

/** A rendered mail. */
export type Mail = { recipient: string; subject: string; text: string; html: string }

export type Delivery = { kind: 'delivered' } | Undelivered

/** The port for mail. Configuration chooses the adapter, and the log names it at the start. */
export type MailSender = {
  name: string
  /** False for the adapter that only stores what it would have sent. */
  leavesTheHouse: boolean
  send(mail: Mail, id: string): Promise<Delivery>
}

/** Keeps mail inside the product; the outbox page shows it. */
export const outboxOnly: MailSender = {
  name: 'outbox',
  leavesTheHouse: false,
  async send() {
    return { kind: 'delivered' }
  },
}
