import { randomInt } from 'node:crypto'
import { type Done, here, type Root, spanOfRoot } from './here.server'
import { firstSpanOf, newSpan, traceOf } from './trace-ids'
import type { Span, Tracing, Work } from './tracing.server'

/** A finished span with its trace id. */
export type Traced = Done & { trace: string; isAsked: boolean }

export type Collector = {
  /** Returns at once; delivery is best effort. */
  take(spans: readonly Traced[]): void
  close(): Promise<void>
}

/** A request has a handful of spans. More would come from a loop, and nobody reads them. */
const mostParts = 64

/**
 * Tail sampling: keeps all traces about an alarm or with a fault, and a `share` of the other requests. The decision is
 * made when the root ends, so its spans are held until then.
 */
export function openTracing(collector: Collector, share: number): Tracing {
  async function run<Value>(root: Root, name: string, work: Work<Value>): Promise<Value> {
    const done = begun(name, root.span, null)
    let isWanted = true
    const leaveOut = () => {
      isWanted = false
    }
    try {
      return await here.run({ root, span: null }, () => work(spanOf(done, leaveOut)))
    } catch (error) {
      done.failed = true
      throw error
    } finally {
      done.untilMs = nowOf(done)
      root.isOver = true
      if (isWanted && (root.place !== 'alone' || done.failed || randomInt(1_000_000) < share * 1_000_000)) {
        collector.take(root.ids.flatMap((id) => inTraceOf(id, root, done)))
      }
      root.parts = []
    }
  }

  return {
    begin: (number, work) => run(rootOf('asked', [number], 'alone'), 'asked', work),

    join(id, as) {
      const root = here.getStore()?.root
      // Only the first `join` counts: a trace is one story.
      if (!root || root.isOver || root.place !== 'alone') return
      root.ids = [id]
      root.place = as === 'its beginning' ? 'first' : 'later'
    },

    about(ids, name, earlier, work) {
      const root = rootOf('work', [...new Set(ids)], 'later')
      if (earlier) root.parts.push({ ...begun(earlier.name, newSpan(), null), ...earlier })
      return run(root, name, work)
    },

    async part(name, work) {
      const at = here.getStore()
      const done = begun(name, newSpan(), at?.span ?? null)
      const span = spanOf(done, () => {})
      if (!at || at.root.isOver) return work(span)
      const { root } = at
      try {
        return await here.run({ root, span: done.span }, () => work(span))
      } catch (error) {
        done.failed = true
        throw error
      } finally {
        done.untilMs = nowOf(done)
        if (!root.isOver && root.parts.length < mostParts) root.parts.push(done)
      }
    },

    close: () => collector.close(),
  }
}

const rootOf = (kind: Root['kind'], ids: readonly string[], place: Root['place']): Root => ({
  kind,
  ids,
  place,
  span: newSpan(),
  parts: [],
  isOver: false,
})

type Begun = Done & { tick: number }

/** The start by the wall clock; the duration by the monotonic clock, which nobody can set. */
const begun = (name: string, span: string, parent: string | null): Begun => {
  const fromMs = Date.now()
  return { span, parent, name, fromMs, untilMs: fromMs, facts: {}, failed: false, tick: performance.now() }
}

const nowOf = ({ fromMs, tick }: Begun) => fromMs + performance.now() - tick

const spanOf = (done: Done, leaveOut: () => void): Span => ({
  note(facts) {
    Object.assign(done.facts, facts)
  },
  call(name) {
    done.name = name
  },
  fail() {
    done.failed = true
  },
  leaveOut,
})

function inTraceOf(id: string, root: Root, done: Done): Traced[] {
  const trace = traceOf(id)
  const span = spanOfRoot(root, id)
  const outer = { ...done, trace, span, parent: root.place === 'later' ? firstSpanOf(id) : null }
  const parts = root.parts.map((part) => ({ ...part, trace, parent: part.parent ?? span, isAsked: false }))
  return [{ ...outer, isAsked: root.kind === 'asked' }, ...parts]
}
