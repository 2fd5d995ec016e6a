// One warm Vitest, and one PostgreSQL under it, for every fault. A fault is planted in memory, as the file is read: nothing
// on the disk is touched, so that a run that is broken off leaves nothing behind.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createVitest } from 'vitest/node'

/** Beyond what the tests take without a fault; a fault that never ends has been noticed as well. */
const patienceMs = 20_000

export async function openBench() {
  let planted = null
  const plugin = {
    name: 'planted fault',
    enforce: 'pre',
    load(id) {
      if (planted === null || id.split('?')[0] !== resolve(planted.path)) return null
      const source = readFileSync(planted.path, 'utf8')
      return source.slice(0, planted.start) + planted.text + source.slice(planted.end)
    },
  }
  let vitest = null

  async function open() {
    const options = { watch: false, bail: 1, reporters: [{}], silent: true, maxWorkers: 1, fsModuleCache: false }
    vitest = await createVitest('test', options, { plugins: [plugin] })
    await vitest.standalone()
  }

  async function run(tests, limitMs) {
    const [project] = vitest.projects
    const specifications = tests.map((test) => project.createSpecification(resolve(test)))
    let timer
    const late = new Promise((done) => {
      timer = setTimeout(done, limitMs, 'late')
    })
    const began = performance.now()
    // `bail` counts what failed in earlier runs too.
    vitest.state.filesMap.clear()
    const result = await Promise.race([vitest.runTestSpecifications(specifications), late])
    clearTimeout(timer)
    const ms = performance.now() - began
    if (result !== 'late') {
      return { by: witnessOf(result), late: false, ms, ran: result.testModules.length }
    }
    // What goes on for ever does not stop when asked.
    await close()
    await open()
    return { by: null, late: true, ms, ran: 0 }
  }

  async function close() {
    await vitest.close()
  }

  await open()
  return {
    close,
    /** How long a test file takes without a fault; null when it does not pass. */
    async measure(test) {
      const { by, late, ms, ran } = await run([test], 300_000)
      return late || by !== null || ran === 0 ? null : ms
    },
    /** What became of it, 'noticed', 'timeout' or 'survived', and by which test. */
    async plant(fault, tests, usualMs) {
      planted = fault
      vitest.invalidateFile(resolve(fault.path))
      try {
        const { by, late } = await run(tests, usualMs * 3 + patienceMs)
        return { outcome: late ? 'timeout' : by !== null ? 'noticed' : 'survived', by }
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
