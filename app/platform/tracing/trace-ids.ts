import { randomBytes } from 'node:crypto'

/** The 128 bits of a UUID are those of a trace: what has a number has a trace, and nobody must write down which. */
export const traceOf = (uuid: string) => uuid.replaceAll('-', '').toLowerCase()

/** The first span of that trace, which processes that never heard of each other agree on: the half that is drawn by lot. */
export const firstSpanOf = (uuid: string) => traceOf(uuid).slice(16)

export const newSpan = () => randomBytes(8).toString('hex')

/** As a line of the log says where it belongs, by W3C's Trace Context. */
export const traceparent = (trace: string, span: string) => `00-${trace}-${span}-01`
