import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, expect, test } from 'vitest'
import { findPlace } from '~/platform/database/cluster-place.server'
import { isUp } from '~/platform/database/embedded-postgres.server'
import {
  demoEnv,
  freePort,
  isRunning,
  type Product,
  postmasterOf,
  spawnProduct,
  startProcess,
} from '../support/product-process'

/**
 * What docs/operations.md says of backups, resets and moved folders, done as it says; and starts that meet or are cut off.
 * @module-tag long
 */
const home = mkdtempSync(join(tmpdir(), 'kvartera-backup-'))
// As in a checkout, where PostgreSQL's own user can enter: then the data lie in the folder itself.
chmodSync(home, 0o755)
const data = join(home, 'data')
const port = String(await freePort())
const env = { DATA_DIR: data, PORT: port }
let product: Product | null = null

async function start() {
  product = await startProcess(env)
}
async function stop() {
  await product?.stop()
  product = null
}
afterEach(stop)
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Runs a command as `npm run` does; returns its exit code and last line. */
function run(command: string, ...given: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const node = join('node_modules', '.bin', 'node')
    execFile(node, [`bin/${command}.mjs`, ...given], { env: demoEnv(env) }, (error, stdout, stderr) => {
      const code = error ? Number(error.code ?? 1) : 0
      resolve({ code, said: (stdout + stderr).trim().split('\n').at(-1) ?? '' })
    })
  })
}

const post = (path: string, fields: Record<string, string>) =>
  fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

let made = 0
async function signUp() {
  const email = `prov${made++}@exempel.se`
  const fields = { intent: 'member', name: 'Prov', phone: '070-174 06 20', email, password: 'gullviva62', terms: 'on' }
  expect((await post('/signup', fields)).status).toBe(302)
  return email
}
const logsIn = async (email: string) =>
  (await post('/auth', { intent: 'login', email, password: 'gullviva62' })).headers.get('location') === '/dashboard'

test('a backup made while people sign up restores everybody who signed up before it began', async () => {
  await start()
  const before = [await signUp(), await signUp()]
  let isOver = false
  const meanwhile = (async () => {
    while (!isOver) {
      await signUp()
      await pause(200)
    }
  })()
  const backup = join(home, 'backup')
  const { code, said } = await run('backup', backup)
  isOver = true
  await meanwhile
  expect(said).toMatch(/: \d+ people, \d+ companies, .* the books balance \(\d+ vouchers\)\.$/)
  expect(code).toBe(0)
  expect(readdirSync(home).sort()).toEqual(['backup', 'data'])
  const after = await signUp()

  expect(await run('restore', backup)).toEqual({ code: 1, said: 'The product is running: stop it first.' })
  expect(await run('reset')).toEqual({ code: 1, said: 'The product is running: stop it first.' })
  await stop()
  const restored = await run('restore', backup)
  expect(restored.said).toMatch(/^As of 20.*: \d+ people, .* the books balance/)
  await start()
  expect(await Promise.all(before.map(logsIn))).toEqual([true, true])
  expect(await logsIn(after)).toBe(false)
})

test('a folder that is no backup is refused, and an interrupted restore stops the next start with one sentence', async () => {
  const empty = join(home, 'empty')
  mkdirSync(empty)
  expect(await run('restore', empty)).toEqual({ code: 1, said: `${empty} is no backup: npm run backup makes one.` })
  expect(await run('backup', join(home, 'backup'))).toEqual({
    code: 1,
    said: `${join(home, 'backup')} is there already: name another folder.`,
  })
  writeFileSync(join(data, 'restoring'), '/var/backups/one')
  const attempt = spawnProduct(env)
  expect(await attempt.ended).toBe(1)
  expect(attempt.said().trim()).toBe('A restore was cut off: run `npm run restore -- /var/backups/one` again.')
  rmSync(join(data, 'restoring'))
})

test('a data folder that root copied away and back still starts', async () => {
  const copy = join(home, 'copy')
  cpSync(data, copy, { recursive: true })
  if (process.getuid?.() === 0) {
    for (const entry of readdirSync(join(copy, 'postgres'))) chownSync(join(copy, 'postgres', entry), 0, 0)
    chownSync(join(copy, 'postgres'), 0, 0)
  }
  rmSync(data, { recursive: true, force: true })
  renameSync(copy, data)
  await start()
  expect(await logsIn('prov0@exempel.se')).toBe(true)
})

test('a reset deletes the data folder and the database that a killed product left running', async () => {
  await start()
  product?.child.kill('SIGKILL')
  await new Promise((resolve) => product?.child.once('close', resolve))
  const place = findPlace(data)
  const pid = postmasterOf(place)
  expect([isUp(place), isRunning(pid)]).toEqual([true, true])
  expect(await run('reset')).toEqual({
    code: 0,
    said: 'The demo neighbourhood is gone. `npm start` moves a new one in.',
  })
  expect([existsSync(data), existsSync(place.data), isRunning(pid)]).toEqual([false, false, false])
})

test('of two first starts in one folder at once, one opens and the other says that the product is running', async () => {
  await run('reset')
  const both = [env, { ...env, PORT: String(await freePort()) }].map(spawnProduct)
  const ends = await Promise.all(both.map(({ open, ended }) => Promise.race([open.then(() => 'open'), ended])))
  product = both[ends.indexOf('open')] ?? null
  expect(ends.sort()).toEqual([1, 'open'])
  const late = both.find((one) => one !== product)
  expect(late?.said().trim().split('\n').at(-1)?.trim()).toBe(
    'The product is already running from this folder: stop that one first.',
  )
})

test('of two starts on one port at once, one opens and the other says that the port is taken', async () => {
  const folders = [join(home, 'one'), join(home, 'other')]
  const both = folders.map((folder) => spawnProduct({ ...env, DATA_DIR: folder }))
  const ends = await Promise.all(both.map(({ open, ended }) => Promise.race([open.then(() => 'open'), ended])))
  product = both[ends.indexOf('open')] ?? null
  expect(ends.sort()).toEqual([1, 'open'])
  expect(both.find((one) => one !== product)?.said()).toContain(`Port ${port} is taken by another program`)
})

test.for([1, 2, 3, 4, 5, 6])(
  'the next start completes a first start that was killed at step %i',
  { tags: ['long'] },
  async (step) => {
    await run('reset')
    const first = spawnProduct(env)
    await pause(step * step * 120)
    first.child.kill('SIGKILL')
    await first.ended
    await start()
    const login = await post('/auth', { intent: 'login', email: 'boende@demo.example', password: 'kvarter12540' })
    expect(login.headers.get('location')).toBe('/dashboard')
  },
)
