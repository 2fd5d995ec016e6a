// One warm Vitest and one PostgreSQL for all faults. Faults are planted in memory while a file is read: nothing on the
// disk changes, so an interrupted run leaves nothing behind. The faults of a file are tried together, switched on one
// after the other; one that has its effect while the file loads, or that survived so, is tried alone.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { createVitest } from 'vitest/node'
import { marked } from './marks.mjs'
import { switched } from './switched.mjs'

/**
 * Time allowed beyond what the tests take without a fault, for a busy machine. A fault that never ends counts as
 * noticed.
 */
const patienceMs = 60_000
/** Time limit for a test file that has not been measured yet. */
const longestMs = 300_000
/** Timeout of a single test. If the machine was the cause, the fault is tried again. */
const testMs = 15_000
/** Timeout of what comes before or after tests: a demo that is laid out takes a while. */
const hookMs = 60_000

/** Runs test files in the order in which they are given. */
class AsNamed {
  sort(specifications) {
    return specifications
  }
  shard(specifications) {
    return specifications
  }
}

export async function openBench() {
  let planted = null
  const plugin = {
    name: 'planted fault',
    enforce: 'pre',
    load(id) {
      const path = relative('.', id.split('?')[0]).replaceAll('\\', '/')
      if (!/^app\/.*(?<!\.test|\.d)\.ts$/.test(path)) return null
      if (planted?.path === path) return planted.text
      return marked(path, readFileSync(path, 'utf8')).text
    },
  }
  let vitest = null
  let whenOneEnds = () => {}
  /** The longest load time of a test file with its imports; the first file of a batch pays it. */
  let loadMs = 0

  async function open() {
    const options = {
      watch: false,
      reporters: [{ onTestModuleEnd: (one) => whenOneEnds(one) }],
      silent: true,
      maxWorkers: 1,
      // A fault that spins can be ended only with its process.
      pool: 'forks',
      fsModuleCache: false,
      // Tests that take minutes (docs/decisions/0148) would run once per fault.
      tagsFilter: ['!long'],
      setupFiles: [resolve('bin/mutate/watch.mjs')],
      runner: resolve('bin/mutate/asker.mjs'),
      sequence: { sequencer: AsNamed },
      testTimeout: testMs,
      hookTimeout: hookMs,
    }
    vitest = await createVitest('test', options, { plugins: [plugin] })
    await vitest.standalone()
    for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
      // Vitest's own signal handlers exit at once, and close() waits for a running test: either would leave its
      // PostgreSQL behind.
      process.removeAllListeners(signal)
      process.once(signal, () => breakOff().finally(() => process.exit(code)))
    }
  }

  async function breakOff() {
    for (const project of vitest.projects) await project._teardownGlobalSetup()
  }

  /** Runs the tests. Null if one did not end within the time that `limitOf` gives it. */
  async function run(tests, limitOf, onEnd = () => {}) {
    const [project] = vitest.projects
    const specifications = tests.map((test) => project.createSpecification(resolve(test)))
    // Vitest would otherwise keep the failures of earlier runs.
    vitest.state.filesMap.clear()
    let at = 0
    let timer
    let late
    const isLate = new Promise((done) => {
      late = () => done(null)
    })
    const watch = () => {
      clearTimeout(timer)
      timer = setTimeout(late, limitOf(Math.min(at, tests.length - 1)))
    }
    whenOneEnds = (one) => {
      onEnd(at++, one)
      watch()
    }
    watch()
    const result = await Promise.race([vitest.runTestSpecifications(specifications), isLate])
    clearTimeout(timer)
    whenOneEnds = () => {}
    if (result !== null) return result
    // A test that never ends cannot be stopped, so its process is killed and Vitest restarted.
    killWorkers()
    await close()
    await open()
    return null
  }

  async function close() {
    await vitest.close()
  }

  await open()
  return {
    close,
    /**
     * Per test file that passes without a fault: how long it takes, and which coverage marks it leaves in which files.
     */
    async measure(tests) {
      const result = await run(tests, () => longestMs)
      for (const one of result?.testModules ?? []) loadMs = Math.max(loadMs, one.diagnostic().collectDuration)
      return new Map(
        (result?.testModules ?? [])
          .filter((one) => one.state() === 'passed')
          .map((one) => [
            one.relativeModuleId,
            {
              ms: one.diagnostic().duration,
              ran: new Map(one.meta().ran.map(([path, marks]) => [path, new Set(marks)])),
            },
          ]),
      )
    },

    /**
     * Tries all switchable faults of one file in one run. `asks`: the faults with their tests and the usual duration of
     * each test. Afterwards the same tests run without a fault: if one fails then, a fault has left state behind, and
     * what that test noticed is not counted.
     */
    async plantTogether(path, asks) {
      const faults = asks.map(({ fault }) => fault)
      const { text, isSwitched } = switched(path, readFileSync(path, 'utf8'), faults)
      let open = asks.filter((_, number) => isSwitched.has(number))
      const found = new Map(open.map(({ fault }) => [fault, { outcome: 'survived', by: null }]))
      while (open.length > 0) {
        const late = await askSwitched(path, text, faults, open, found)
        open = late === null ? [] : open.slice(open.indexOf(late) + 1)
      }
      return found
    },

    /** Tries one fault alone: 'noticed' with the test that noticed it, 'timeout' or 'survived'. */
    plantAlone,
  }

  /** Records what is noticed. Returns the fault that did not end, whose followers are still to be tried. */
  async function askSwitched(path, text, faults, asks, found) {
    const turns = asks.flatMap(({ fault, tests }) => tests.map((test) => ({ fault, test })))
    const all = [...new Set(turns.map(({ test }) => test))]
    const usual = new Map(asks.flatMap((ask) => ask.tests.map((test, at) => [test, ask.usual[at]])))
    const names = [
      ...turns.map(({ fault, test }) => `${test}?fault=${faults.indexOf(fault)}`),
      ...all.map((test) => `${test}?again`),
    ]
    const witnesses = new Map()
    const unwell = new Set()
    planted = { path, text }
    vitest.invalidateFile(resolve(path))
    let last = 0
    const result = await run(
      names,
      (at) => (at === 0 ? loadMs * 3 : 0) + usual.get(all.find((test) => names[at].startsWith(test))) * 3 + patienceMs,
      (at, one) => {
        last = at + 1
        const by = witnessOf({ testModules: [one], unhandledErrors: [] })
        if (by === null) return
        const turn = turns[at]
        if (turn === undefined) unwell.add(all[at - turns.length])
        else if (!witnesses.has(turn.fault)) witnesses.set(turn.fault, { by, test: turn.test })
      },
    )
    planted = null
    vitest.invalidateFile(resolve(path))
    for (const [fault, { by, test }] of witnesses) {
      if (!unwell.has(test)) found.set(fault, { outcome: 'noticed', by })
    }
    if (result !== null || last >= turns.length) return null
    const { fault } = turns[last]
    found.set(fault, { outcome: 'timeout', by: null })
    return asks.find((ask) => ask.fault === fault)
  }

  async function plantAlone({ fault, tests, usual }) {
    const source = readFileSync(fault.path, 'utf8')
    planted = {
      path: fault.path,
      text: marked(fault.path, source.slice(0, fault.start) + fault.text + source.slice(fault.end)).text,
    }
    vitest.invalidateFile(resolve(fault.path))
    try {
      const limitMs = loadMs * 3 + usual.reduce((sum, ms) => sum + ms, 0) * 3 + patienceMs
      const result = await run(
        // Stops after the first failure.
        tests.map((test) => `${test}?fault=0`),
        () => limitMs,
      )
      if (result === null) return { outcome: 'timeout', by: null }
      const by = witnessOf(result)
      return { outcome: by === null ? 'survived' : 'noticed', by }
    } finally {
      planted = null
      vitest.invalidateFile(resolve(fault.path))
    }
  }
}

/** Kills the processes in which Vitest runs tests: our own children. */
function killWorkers() {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  for (const [, pid, parent, args] of all.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)) {
    if (Number(parent) !== process.pid || !/vitest/.test(args)) continue
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** The first failed test, or an unhandled error. Null when all passed. */
function witnessOf({ testModules, unhandledErrors }) {
  for (const one of testModules) {
    const failed = [...one.children.allTests('failed')][0]
    if (failed) return failed.fullName
    if (one.state() === 'failed') return `${one.relativeModuleId} does not load`
  }
  return unhandledErrors.length > 0 ? `unheard: ${unhandledErrors[0].message}` : null
}
