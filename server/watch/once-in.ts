/** Caches the promise of `ask` for `ms`, so that concurrent callers share one call. */
export function onceIn<Value>(ms: number, ask: () => Promise<Value>): () => Promise<Value> {
  let last: { at: number; answer: Promise<Value> } | null = null
  return () => {
    if (last && performance.now() - last.at < ms) return last.answer
    last = { at: performance.now(), answer: ask() }
    return last.answer
  }
}
