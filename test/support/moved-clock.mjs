// Preloaded with --import, moves a server's wall clock and nothing else: timers run on, as when somebody sets a
// machine's time. It lies with the tests, so that the product itself has no way to change its time.
import { readFileSync } from 'node:fs'

const file = process.env.MOVED_CLOCK_FILE ?? ''
const lookEveryMs = 20
const RealDate = Date
let offsetMs = 0
let lookedAt = Number.NEGATIVE_INFINITY

function now() {
  if (performance.now() - lookedAt > lookEveryMs) {
    lookedAt = performance.now()
    const written = Number.parseInt(readFileSync(file, 'utf8'), 10)
    if (Number.isFinite(written)) offsetMs = written
  }
  return RealDate.now() + offsetMs
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given) => (given.length === 0 ? new target(now()) : Reflect.construct(target, given)),
  apply: (target) => new target(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})
