import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '~/platform/log.server'
import type { FromOne, Login, ToOne } from './words'

/**
 * Restart back-off: at once the first time, then longer, so that a crash loop does not take the processor from the
 * others.
 */
const backOffMs = [0, 250, 500, 1_000, 2_000, 5_000, 10_000]
/** A worker that lived this long died of something new: its back-off starts over. */
const livedMs = 60_000
/** Timeout for a worker's metrics, so that one that hangs does not block the figures of the others. */
const figuresMs = 1_000

export type Processes = {
  logins: Login[]
  /** Asks all workers to finish their requests; resolves when they are gone, with whether all ended well. */
  stop(): Promise<boolean>
  /** For the `exit` handler, where nothing can be awaited. */
  killNow(): void
}

/**
 * Runs web processes on one port and restarts those that die. The first one opens alone, since it may have the demo to
 * seed. Null when the first one cannot open; it has said why.
 */
export async function keepProcesses(count: number, log: Pick<Log, 'error'>): Promise<Processes | null> {
  // Each worker accepts its own connections. If the parent handed them over, a connection on its way to a worker that
  // died or hangs would wait for ever, and might be an alarm.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  let stopping = false
  let clean = true
  const alive = new Set<Worker>()
  const everyone = new Set<Promise<void>>()
  const figures = gatherFigures(alive)

  function start() {
    const worker = cluster.fork({ WEB_PROCESSES: String(count) })
    alive.add(worker)
    const gone = new Promise<{ status: number | null; signal: string | null }>((resolve) =>
      worker.once('exit', (status, signal) => {
        alive.delete(worker)
        resolve({ status, signal })
      }),
    )
    const opened = new Promise<Login[] | null>((resolve) => {
      void gone.then(() => resolve(null))
      worker.on('message', (word: FromOne) => {
        if (word.kind === 'open') resolve(word.logins)
        else figures.hear(worker, word)
      })
      worker.on('error', () => {})
    })
    return { gone, opened }
  }

  async function keep(first: ReturnType<typeof start>) {
    let deaths = 0
    for (let one = first; ; one = start()) {
      const since = performance.now()
      const end = await one.gone
      if (stopping) {
        clean &&= end.status === 0
        return
      }
      deaths = performance.now() - since > livedMs ? 0 : deaths
      const inMs = backOffMs[Math.min(deaths++, backOffMs.length - 1)] ?? 0
      log.error({ ...end, inMs }, 'one of the processes on the port has ended and is started anew')
      for (let waited = 0; waited < inMs && !stopping; waited += 50) await pause(50)
      if (stopping) return
    }
  }

  const processes: Processes = {
    logins: [],
    async stop() {
      stopping = true
      for (const worker of alive) worker.process.kill('SIGTERM')
      await Promise.all(everyone)
      return clean
    },
    killNow() {
      stopping = true
      for (const worker of alive) worker.process.kill('SIGKILL')
    },
  }
  const first = start()
  const logins = await first.opened
  if (logins === null) return null
  processes.logins = logins
  const others = Array.from({ length: count - 1 }, start)
  for (const one of [first, ...others]) everyone.add(keep(one))
  await Promise.all(others.map(({ opened }) => opened))
  return processes
}

/** Gathers the metrics of all workers for the one that was asked. */
function gatherFigures(alive: ReadonlySet<Worker>) {
  const asked = new Map<number, { all: unknown[]; missing: Set<Worker>; done(): void }>()
  let last = 0
  const say = (worker: Worker, word: ToOne) => worker.isConnected() && worker.send(word, () => {})

  return {
    hear(worker: Worker, word: Exclude<FromOne, { kind: 'open' }>) {
      if (word.kind === 'own figures') {
        const question = asked.get(word.id)
        if (!question?.missing.delete(worker)) return
        question.all.push(word.figures)
        if (question.missing.size === 0) question.done()
        return
      }
      const id = ++last
      const all: unknown[] = []
      const done = () => {
        clearTimeout(timer)
        if (asked.delete(id)) say(worker, { kind: 'figures of all', id: word.id, all })
      }
      const timer = setTimeout(done, figuresMs)
      asked.set(id, { all, missing: new Set(alive), done })
      for (const each of alive) say(each, { kind: 'say your figures', id })
    },
  }
}
