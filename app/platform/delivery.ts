/**
 * What a way out answers, whichever it is. Delivered: the next in line has taken it over. Temporary: worth another
 * try. Permanent: this message will never get through as it is.
 */
export type Undelivered = { kind: 'temporary' | 'permanent'; reason: string }

/** It was handed over and no answer came, or none that can be read: it may have gone out. That is not a refusal. */
export type Unanswered = { kind: 'unanswered'; reason: string }
