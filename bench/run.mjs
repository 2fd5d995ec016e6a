// `npm run bench`: measures each claim against a peer in the same run, and ends with one table: our figure, the peer's,
// the ratio, the goal and whether it was met. Single figures depend on this machine; compare ratios.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parts } from './parts.mjs'
import { openTable } from './table.ts'

if (!existsSync('bench/node_modules')) {
  console.log('  Installing what the measurements need …')
  spawnSync('npm', ['ci', '--prefix', 'bench', '--loglevel=error'], { stdio: 'inherit' })
}

const { origin, stop } = await openProduct()

const only = process.argv[2]
const table = openTable()
try {
  for (const [name, { title, measure, rows, shown, isAskedFor }] of Object.entries(parts)) {
    if (only ? only !== name : isAskedFor) continue
    try {
      const measured = await measure({ origin, openProduct })
      console.log(`\n${title}`)
      console.table(shown ? shown(measured) : measured)
      table.add(name, rows(measured))
    } catch (error) {
      // Keeps what the other parts measured.
      console.error(`\n${title}: not measured`, error)
      process.exitCode = 1
    }
  }
  table.print()
} finally {
  await stop()
}

/** Starts the product with a folder and port of its own, with the demo. */
async function openProduct(env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-bench-'))
  const port = await freePort()
  // With DATABASE_URL set it would not be the demo.
  const { DATABASE_URL: _, ...outside } = process.env
  const product = spawn(process.execPath, ['bin/start.mjs'], {
    // One process on every machine, so that figures of two machines are comparable.
    env: { ...outside, WEB_PROCESSES: '1', ...env, DATA_DIR: folder, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) =>
    product.stdout.on('data', (chunk) => String(chunk).includes('is open at') && resolve()),
  )
  return {
    origin: `http://127.0.0.1:${port}`,
    folder,
    pid: product.pid,
    async stop() {
      product.kill('SIGTERM')
      await new Promise((resolve) => product.once('exit', resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
