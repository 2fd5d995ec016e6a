import { AsyncLocalStorage } from 'node:async_hooks'
import { firstSpanOf, traceOf, traceparent } from './trace-ids'
import type { Facts } from './tracing.server'

/** A finished span. */
export type Done = {
  span: string
  /** Null: the parent is the root span, which may still change its id. */
  parent: string | null
  name: string
  /** Milliseconds since 1970. */
  fromMs: number
  untilMs: number
  facts: Facts
  failed: boolean
}

/** The root of a trace's spans: a request, or one piece of the engine's work. */
export type Root = {
  kind: 'asked' | 'work'
  /** The ids of the traces it belongs to: its own request number, until it turns out to be about something else. */
  ids: readonly string[]
  /** `alone`: its own trace. `first`: it began the trace of that id. `later`: it joined a trace begun elsewhere. */
  place: 'alone' | 'first' | 'later'
  span: string
  parts: Done[]
  isOver: boolean
}

/**
 * The current trace context of the async call chain. The only implicit context in the product: every log line, and
 * whoever commits an alarm, would otherwise need it passed down as an argument.
 */
export const here = new AsyncLocalStorage<{ root: Root; span: string | null }>()

export const spanOfRoot = ({ place, span }: Root, id: string) => (place === 'first' ? firstSpanOf(id) : span)

/** Null if nothing is traced here, or if work goes on after its root has ended. */
export function traceparentHere(): string | null {
  const at = here.getStore()
  const id = at?.root.ids[0]
  if (at === undefined || id === undefined || at.root.isOver) return null
  return traceparent(traceOf(id), at.span ?? spanOfRoot(at.root, id))
}
