import { randomInt } from 'node:crypto'
import { type Done, here, type Root, spanOfRoot } from './here.server'
import { firstSpanOf, newSpan, traceOf } from './trace-ids'
import type { Span, Tracing, Work } from './tracing.server'

/** A span in its trace. */
export type Traced = Done & { trace: string; isAsked: boolean }

export type Collector = {
  /** At once, whatever becomes of them. */
  take(spans: readonly Traced[]): void
  close(): Promise<void>
}

/** A request has a handful; more is a loop, and nobody reads it. */
const mostParts = 64

/**
 * `share` of the requests, and all that are about an alarm or end in a fault: whether it is one of those is known when it is over,
 * and its parts wait for that.
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
      // The first counts: a trace is one story.
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

/** When by the clock, how long by one that nobody sets. */
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
