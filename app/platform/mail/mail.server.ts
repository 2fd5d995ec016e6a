import type { Undelivered } from '../delivery'

/** A mail as a template wrote it. */
export type Mail = { recipient: string; subject: string; text: string; html: string }

export type Delivery = { kind: 'delivered' } | Undelivered

/** The way out for mail. The adapter is chosen by configuration and named in the log at the start. */
export type MailSender = {
  name: string
  /** False for the adapter that only keeps what it would have sent. */
  leavesTheHouse: boolean
  send(mail: Mail, id: string): Promise<Delivery>
}

/** Keeps mail inside the product: the outbox page is where it can be read. */
export const outboxOnly: MailSender = {
  name: 'outbox',
  leavesTheHouse: false,
  async send() {
    return { kind: 'delivered' }
  },
}
