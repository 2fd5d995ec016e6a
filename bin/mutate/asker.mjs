// The Vitest runner for mutation testing. A test file named with `?fault=3` runs with that fault switched on
// (./switched.mjs). After the first failing test, and once the fault has been noticed, the rest is skipped.
import { TestRunner } from 'vitest'

const noticed = new Set()

export default class Asker extends TestRunner {
  importFile(path, source) {
    if (source !== 'collect') return super.importFile(path, source)
    const [file, query] = path.split('?')
    const fault = new URLSearchParams(query).get('fault')
    globalThis.kvarteraFault = fault === null ? undefined : Number(fault)
    this.cancelRun = noticed.has(globalThis.kvarteraFault)
    return this.cancelRun ? undefined : super.importFile(file, source)
  }

  onAfterRunTask(test) {
    super.onAfterRunTask(test)
    if (test.result?.state === 'fail') this.#notice()
  }

  async onAfterRunSuite(suite) {
    await super.onAfterRunSuite(suite)
    // Also failures in hooks before or after the tests.
    if (suite.result?.state === 'fail') this.#notice()
  }

  #notice() {
    if (globalThis.kvarteraFault === undefined) return
    noticed.add(globalThis.kvarteraFault)
    this.cancelRun = true
  }
}
