import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'

export type Product = { child: ChildProcess; said: () => string; stop(): Promise<number | null> }

/** What the test runner itself was told is not the product's; set, to whatever, it would not be the demo. */
export function demoEnv(env: Record<string, string>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, MODE: __, ...outside } = process.env
  return {
    ...outside,
    // However many cores the machine has that tries it.
    WEB_PROCESSES: '1',
    // Compiled once for all that start, and not once in each folder.
    NODE_COMPILE_CACHE: join('node_modules', '.cache', 'kvartera-compiled'),
    ...env,
  }
}

/** Runs bin/start.mjs, as `npm start` does once it is set up, on a folder and a port of the test's own. */
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
  // Whoever waits for the end instead of the opening does not care that it never opened.
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

/** Starts it and waits until it is open. */
export async function startProcess(env: Record<string, string>): Promise<Product> {
  const product = spawnProduct(env)
  await product.open
  return product
}

/** A port that nobody listens on just now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
