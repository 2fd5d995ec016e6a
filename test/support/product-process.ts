import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { ClusterPlace } from '~/platform/database/cluster-place.server'

export type Product = { child: ChildProcess; said: () => string; stop(): Promise<number | null> }

/**
 * The environment without DATABASE_URL and MODE of the test runner: with either set, the product would not be the demo.
 */
export function demoEnv(env: Record<string, string>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, MODE: __, ...outside } = process.env
  return {
    ...outside,
    // The same on every machine, however many cores it has.
    WEB_PROCESSES: '1',
    // One compile cache for all started products, instead of one per folder.
    NODE_COMPILE_CACHE: join('node_modules', '.cache', 'kvartera-compiled'),
    ...env,
  }
}

/** The process id of the PostgreSQL that runs in a place. */
export const postmasterOf = ({ data }: Pick<ClusterPlace, 'data'>): number =>
  Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)

/**
 * Whether a process runs. One that has ended, but whose parent has not asked for its exit code (Z), does not. A bare
 * Linux has no `ps`.
 */
export function isRunning(pid: number): boolean {
  try {
    const state =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')
        : execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
    return !state.startsWith('Z')
  } catch {
    return false
  }
}

/** Runs bin/start.mjs as `npm start` does, with a folder and port of the test's own. */
export function spawnProduct(
  env: Record<string, string>,
): Product & { open: Promise<void>; ended: Promise<number | null> } {
  const child = spawn(join('node_modules', '.bin', 'node'), ['bin/start.mjs'], {
    env: demoEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const open = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      text += chunk
      if (text.includes('is open at')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then((code) => reject(new Error(`The product ended with ${code}:\n${text}`)))
  })
  // A caller may wait for the end only; avoids an unhandled rejection.
  open.catch(() => {})
  return {
    child,
    open,
    ended,
    said: () => text,
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Starts the product and waits until it is open. */
export async function startProcess(env: Record<string, string>): Promise<Product> {
  const product = spawnProduct(env)
  await product.open
  return product
}

/** A port that is free just now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
