import type { Traced } from './open-tracing.server'
import type { Facts } from './tracing.server'

/** What was done, as OTLP writes it in JSON: ids in hex, times and whole numbers as text. */
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

/** More digits than a number has room for. */
const nanosOf = (ms: number) => `${Math.floor(ms)}${String(Math.floor((ms % 1) * 1e6)).padStart(6, '0')}`

const attributesOf = (facts: Facts) => Object.entries(facts).map(([key, value]) => ({ key, value: typed(value) }))

function typed(value: Facts[string]) {
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'string') return { stringValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
