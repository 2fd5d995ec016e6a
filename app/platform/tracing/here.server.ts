import { AsyncLocalStorage } from 'node:async_hooks'
import { firstSpanOf, traceOf, traceparent } from './trace-ids'
import type { Facts } from './tracing.server'

/** One thing that was done. */
export type Done = {
  span: string
  /** Null: of what it was begun as a part of, whichever span that has become. */
  parent: string | null
  name: string
  /** Milliseconds since 1970. */
  fromMs: number
  untilMs: number
  facts: Facts
  failed: boolean
}

/** Everything that is done for one request, or for one thing of the engine's. */
export type Root = {
  kind: 'asked' | 'work'
  /** What it is about: its own number, as long as it is about nothing else. */
  ids: readonly string[]
  /** Whose trace that is: its own, or that of something that it began or came later to. */
  place: 'alone' | 'first' | 'later'
  span: string
  parts: Done[]
  isOver: boolean
}

/**
 * What is being done here. It is not handed from one to the next like everything else in this house: each line of the log, and
 * whoever commits an alarm, would need it as an argument from a door that they do not know.
 */
export const here = new AsyncLocalStorage<{ root: Root; span: string | null }>()

export const spanOfRoot = ({ place, span }: Root, id: string) => (place === 'first' ? firstSpanOf(id) : span)

/** Null where nothing is traced, and where something goes on after what began it was over. */
export function traceparentHere(): string | null {
  const at = here.getStore()
  const id = at?.root.ids[0]
  if (at === undefined || id === undefined || at.root.isOver) return null
  return traceparent(traceOf(id), at.span ?? spanOfRoot(at.root, id))
}
