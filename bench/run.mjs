// `npm run bench`: measures what we claim, each against something in the same run, and prints a ratio a
// row. Single figures are this machine's; the ratios are what to compare. Takes about five minutes.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureAlarmScreens } from './alarm-screens.mjs'
import { measureAlarms } from './alarms.mjs'
import { measureBookings } from './bookings.mjs'
import { measureBytes } from './bytes.mjs'
import { measureCores } from './cores.mjs'
import { measureDirectory } from './directory.mjs'
import { measureLighthouse } from './lighthouse.mjs'
import { measurePhone } from './phone.mjs'
import { measureSameTime } from './same-time.mjs'
import { measureScale } from './scale.mjs'
import { measureThroughput } from './throughput.mjs'

if (!existsSync('bench/node_modules')) {
  console.log('  Installing what the measurements need …')
  spawnSync('npm', ['ci', '--prefix', 'bench', '--loglevel=error'], { stdio: 'inherit' })
}

const { origin, stop } = await openProduct()

const only = process.argv[2]
try {
  if (!only || only === 'throughput')
    print('Served per second, against the same bytes from a bare node:http', await measureThroughput(origin))
  if (!only || only === 'bytes') print('Bytes over the line, brotli, first visit', await measureBytes(origin))
  if (!only || only === 'same-time') {
    print('Time to answer for addresses with and without an account', await measureSameTime(origin))
  }
  if (!only || only === 'lighthouse') print('Lighthouse, mobile, of 100', await measureLighthouse(origin))
  if (!only || only === 'phone')
    print('A phone as in 2019: four times slower, a line of 150 ms and 1.6 Mbit', await measurePhone({ origin }))
  if (!only || only === 'directory')
    print(
      'Milliseconds a page: 20 companies among 20 000, against the same 20 alone',
      await measureDirectory(openProduct),
    )
  if (!only || only === 'bookings') {
    print('Bookings written per second, against their own SQL sent bare', await measureBookings())
  }
  if (!only || only === 'alarm-screens') {
    print('From a press to 1 000 open screens', await measureAlarmScreens(openProduct))
  }
  if (!only || only === 'cores')
    print('Pages of a member per second, by how many processes', await measureCores(openProduct))
  // Only when it is asked for by name: so many take a while to move in.
  if (only === 'scale')
    print(
      'Milliseconds a page: among a million people and 4.8 million bookings, against 1 000 and 4 800',
      await measureScale(openProduct),
    )
  if (!only || only === 'alarms') print('The alarm', measureAlarms())
} finally {
  await stop()
}

/** The product on a folder and a port of its own, with the demo neighbourhood. */
async function openProduct(env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-bench-'))
  const port = await freePort()
  // Set, to whatever, it would not be the demo.
  const { DATABASE_URL: _, ...outside } = process.env
  const product = spawn(process.execPath, ['bin/start.mjs'], {
    // One process whatever the machine, so that figures of two machines are of the same.
    env: { ...outside, WEB_PROCESSES: '1', ...env, DATA_DIR: folder, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) =>
    product.stdout.on('data', (chunk) => String(chunk).includes('is open at') && resolve()),
  )
  return {
    origin: `http://127.0.0.1:${port}`,
    folder,
    async stop() {
      product.kill('SIGTERM')
      await new Promise((resolve) => product.once('exit', resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function print(title, rows) {
  console.log(`\n${title}`)
  console.table(rows)
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
