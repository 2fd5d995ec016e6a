import { spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync } from 'node:fs'

/** The processes of one run, by name. One that ends without being asked to is reported. */
export function openProcesses({ folder, user, logOf }, say) {
  const running = new Map()

  function run(name, command, given, { env, cwd, ...as }) {
    const log = openSync(logOf(name), 'a')
    const child = spawn(command, given, { env, cwd, detached: true, stdio: ['ignore', log, log], ...as })
    child.on('error', (error) => say(`${name}: ${error.message}`))
    running.set(name, child)
    child.once('exit', (code, signal) => {
      if (running.get(name) !== child) return
      running.delete(name)
      if (!child.isMeant) say(`${name} has ended (${signal ?? code}); its log is ${logOf(name)}`)
    })
  }

  return {
    /** A program beside the product, as the user who may run PostgreSQL. */
    run: (name, command, given, env) => run(name, command, given, { env, cwd: folder, ...user }),
    /** The product, as whoever started this. */
    runProduct: (name, env) => run(name, process.execPath, ['bin/start.mjs'], { env, cwd: process.cwd() }),
    pidOf: (name) => running.get(name)?.pid,
    kill: (name, signal) => running.get(name)?.kill(signal),
    /** From now on the end of a process is not reported: of the named one, or of all. */
    mayEnd(name) {
      for (const [known, child] of running) if (!name || known === name) child.isMeant = true
    },
  }
}

/** A process and all its descendants, each of which is in a process group of its own. */
export function familyOf(pid) {
  const children = `/proc/${pid}/task/${pid}/children`
  const below = existsSync(children) ? readFileSync(children, 'utf8').trim().split(' ').filter(Boolean).map(Number) : []
  return [pid, ...below.flatMap(familyOf)]
}
