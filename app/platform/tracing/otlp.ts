import type { Traced } from './open-tracing.server'
import type { Facts } from './tracing.server'

/** Encodes spans as OTLP JSON: ids in hex, times and integers as text. */
export function otlpOf(spans: readonly Traced[], resource: Facts) {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'kvartera' }, spans: spans.map(spanOf) }],
      },
    ],
  }
}

const internal = 1
const server = 2
const failed = 2

const spanOf = ({ trace, span, parent, name, isAsked, fromMs, untilMs, facts, ...done }: Traced) => ({
  traceId: trace,
  spanId: span,
  ...(parent === null ? {} : { parentSpanId: parent }),
  name,
  kind: isAsked ? server : internal,
  startTimeUnixNano: nanosOf(fromMs),
  endTimeUnixNano: nanosOf(untilMs),
  attributes: attributesOf(facts),
  status: done.failed ? { code: failed } : {},
})

/** As text, because nanoseconds since 1970 exceed the precision of a number. */
const nanosOf = (ms: number) => `${Math.floor(ms)}${String(Math.floor((ms % 1) * 1e6)).padStart(6, '0')}`

const attributesOf = (facts: Facts) => Object.entries(facts).map(([key, value]) => ({ key, value: typed(value) }))

function typed(value: Facts[string]) {
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'string') return { stringValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
