// One warm Vitest, and one PostgreSQL under it, for every fault. A fault is planted in memory, as the file is read: nothing
// on the disk is touched, so that a run that is broken off leaves nothing behind.
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { createVitest } from 'vitest/node'
import { marked } from './marks.mjs'

/** Beyond what the tests take without a fault, on a machine that is busy; a fault that never ends has been noticed as well. */
const patienceMs = 60_000
/** For a file that has not been measured yet. */
const longestMs = 300_000

/** Tests are asked in the order in which they are named. */
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
      const source = readFileSync(path, 'utf8')
      const isThere = planted !== null && planted.path === path
      return marked(path, isThere ? source.slice(0, planted.start) + planted.text + source.slice(planted.end) : source)
        .text
    },
  }
  let vitest = null
  /** The longest that a test file took to load with all it imports: the first of those that are asked together does. */
  let loadMs = 0

  async function open() {
    const options = {
      watch: false,
      reporters: [{}],
      silent: true,
      maxWorkers: 1,
      pool: 'threads',
      fsModuleCache: false,
      // What takes minutes (docs/decisions/0148) would be played for each fault.
      tagsFilter: ['!long'],
      setupFiles: [resolve('bin/mutate/watch.mjs')],
      sequence: { sequencer: AsNamed },
    }
    vitest = await createVitest('test', options, { plugins: [plugin] })
    await vitest.standalone()
  }

  async function run(tests, { bail, limitMs }) {
    const [project] = vitest.projects
    project.config.bail = bail
    const specifications = tests.map((test) => project.createSpecification(resolve(test)))
    let timer
    const late = new Promise((done) => {
      timer = setTimeout(done, limitMs, 'late')
    })
    // `bail` counts what failed in earlier runs too.
    vitest.state.filesMap.clear()
    const result = await Promise.race([vitest.runTestSpecifications(specifications), late])
    clearTimeout(timer)
    if (result !== 'late') return result
    // What goes on for ever does not stop when asked.
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
    /** For each test file that passes without a fault, how long it takes and which marks it leaves in which files. */
    async measure(tests) {
      const result = await run(tests, { bail: 0, limitMs: tests.length * longestMs })
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
    /** What became of it, 'noticed', 'timeout' or 'survived', and by which test. */
    async plant(fault, tests, usualMs) {
      planted = fault
      vitest.invalidateFile(resolve(fault.path))
      try {
        const result = await run(tests, { bail: 1, limitMs: (loadMs + usualMs) * 3 + patienceMs })
        if (result === null) return { outcome: 'timeout', by: null }
        const by = witnessOf(result)
        return { outcome: by === null ? 'survived' : 'noticed', by }
      } finally {
        planted = null
        vitest.invalidateFile(resolve(fault.path))
      }
    },
  }
}

/** The first test that failed, or the error that nobody heard; null when all is well. */
function witnessOf({ testModules, unhandledErrors }) {
  for (const one of testModules) {
    const failed = [...one.children.allTests('failed')][0]
    if (failed) return failed.fullName
    if (one.state() === 'failed') return `${one.relativeModuleId} does not load`
  }
  return unhandledErrors.length > 0 ? `unheard: ${unhandledErrors[0].message}` : null
}
