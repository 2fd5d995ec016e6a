/**
 * How a send failed, the same for all channels. Temporary: worth a retry. Permanent: this message will never get
 * through as it is.
 */
export type Undelivered = { kind: 'temporary' | 'permanent'; reason: string }

/** The message was handed over, but no readable answer came: it may have been sent. Unlike a refusal. */
export type Unanswered = { kind: 'unanswered'; reason: string }
