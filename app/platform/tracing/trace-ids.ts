import { randomBytes } from 'node:crypto'

/** A UUID's 128 bits are used as the trace id: whatever has a UUID has a trace, and no mapping needs to be stored. */
export const traceOf = (uuid: string) => uuid.replaceAll('-', '').toLowerCase()

/** The first span's id, derived from the UUID's random half, so that processes agree on it without communication. */
export const firstSpanOf = (uuid: string) => traceOf(uuid).slice(16)

export const newSpan = () => randomBytes(8).toString('hex')

/** A traceparent header value by W3C Trace Context, as log lines carry it. */
export const traceparent = (trace: string, span: string) => `00-${trace}-${span}-01`
