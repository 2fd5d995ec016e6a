/** The longest stretch of work before the process may answer something else. */
const stretchMs = 10

let last: Promise<void> = Promise.resolve()

/** The next turn of the event loop that no other computation has: together they take one stretch of each turn. */
function nextTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)))
  return last
}

/**
 * Runs a long computation in short stretches, so that the requests, messages and alarms of the process are handled in
 * between. The work is a generator that pauses (`yield`) after every step, each far shorter than a stretch.
 */
export async function inStretches<Value>(work: Generator<void, Value>): Promise<Value> {
  for (;;) {
    await nextTurn()
    const began = performance.now()
    while (performance.now() - began < stretchMs) {
      const step = work.next()
      if (step.done) return step.value
    }
  }
}
