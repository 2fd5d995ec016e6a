/** A mail as a template wrote it. */
export type Mail = { recipient: string; subject: string; text: string; html: string }

/** Temporary: worth another try. Permanent: this mail will never get through as it is. */
export type Delivery = { kind: 'delivered' } | { kind: 'temporary' | 'permanent'; reason: string }

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
