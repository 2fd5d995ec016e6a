import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../support/database'
import { productionEnv } from '../support/operator'
import { freePort, type Product, startProcess } from '../support/product-process'

const database = useDatabase()
/** Stands for a database that the operator's own tools have restored. */
const restored = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'kvartera-production-'))
let product: Product
let home: string
let env: Record<string, string>

beforeAll(async () => {
  const port = String(await freePort())
  home = `http://127.0.0.1:${port}`
  env = {
    DATA_DIR: folder,
    PORT: port,
    ORIGIN: home,
    DATABASE_URL: database.url,
    ...productionEnv,
  }
  product = await startProcess(env)
})
afterAll(async () => {
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
})

const post = (path: string, fields: Record<string, string>, cookie = '') =>
  fetch(home + path, {
    method: 'POST',
    headers: { cookie, Origin: home },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

test('production uses the configured database, starts none of its own, and creates no demo accounts', async () => {
  expect(product.said()).not.toContain('Demo logins')
  expect(existsSync(join(folder, 'postgres'))).toBe(false)
  expect(await database.db.selectFrom('profiles').select('id').execute()).toEqual([])
  const demo = { intent: 'login', email: 'admin@demo.example', password: 'kvarter12540' }
  expect((await post('/auth', demo)).status).toBe(422)
})

test('/ui returns 404 in production', async () => {
  expect((await fetch(`${home}/ui`)).status).toBe(404)
})

test('bin/admin.mjs grants the role of admin, needs --vouch for an unconfirmed address, and ends sessions', {
  tags: ['long'],
}, async () => {
  const email = 'operator@exempel.se'
  const signUp = { intent: 'member', name: 'Siv', phone: '0701740640', email, password: 'gullviva62', terms: 'on' }
  const cookie = (await post('/signup', signUp)).headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const area = async () =>
    (await fetch(`${home}/dashboard`, { headers: { cookie }, redirect: 'manual' })).headers.get('location')
  expect(await area()).toBe('/dashboard/customer')

  const admin = (...args: string[]) =>
    promisify(execFile)(join('node_modules', '.bin', 'node'), ['bin/admin.mjs', ...args], {
      env: { ...process.env, MODE: 'production', ...env },
    })
  // The address may have been typed by somebody else.
  await expect(admin('grant', email)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has not confirmed the address'),
  })
  expect(await area()).toBe('/dashboard/customer')
  const { stdout } = await admin('grant', email.toUpperCase(), '--vouch')
  expect(stdout).toContain('is now admin')
  // Existing sessions end, so that the new administrator logs in again.
  expect(await area()).toBe('/auth?redirectTo=%2Fdashboard&varfor=utloggad')
  const roleOf = database.db.selectFrom('profiles').select('user_role').where('email', '=', email)
  expect(await roleOf.executeTakeFirst()).toEqual({ user_role: 'admin' })

  await expect(admin('grant', 'nobody@exempel.se')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nobody has an account'),
  })
  await expect(admin('grant', email, 'king')).rejects.toMatchObject({ code: 1 })
  await expect(admin('grant')).rejects.toMatchObject({ code: 2 })
})

test('bin/tried.mjs checks a restored database, stores the outcome, and refuses the live database', {
  tags: ['long'],
}, async () => {
  const tried = (address = '', ...args: string[]) =>
    promisify(execFile)(join('node_modules', '.bin', 'node'), ['bin/tried.mjs', ...args], {
      env: { ...process.env, MODE: 'production', ...env, TRIED_URL: address },
    })
  const told = () =>
    database.db
      .selectFrom('backup_trials')
      .select(['outcome', 'made_at', 'people', 'night'])
      .orderBy('began_at', 'desc')
      .execute()
  const lastBeat = new Date(Date.now() - 2 * 3_600_000)
  await restored.db.insertInto('alarm_pulse').values({ part: 'engine', at: lastBeat }).execute()

  const { stdout } = await tried(restored.url)
  expect(stdout).toContain(`As of ${lastBeat.toISOString()}: 0 people`)
  expect(await told()).toEqual([{ outcome: 'whole', made_at: lastBeat, people: 0, night: null }])

  // The live database is refused as a backup of itself, also with a different connection string.
  const itself = { code: 1, stderr: expect.stringMatching(/no backup/) }
  await expect(tried(database.url)).rejects.toMatchObject(itself)
  await expect(tried(`${database.url}&application_name=restored`)).rejects.toMatchObject(itself)
  await expect(tried()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Which one?') })
  // Command-line arguments are visible to everybody on the machine, so an address there is refused and not printed.
  const shown = { code: 1, stderr: expect.stringMatching(/^(?!.*a-password).*TRIED_URL/) }
  await expect(tried('', 'postgresql://nobody:a-password@127.0.0.1:1/kvartera')).rejects.toMatchObject(shown)
  expect(await told()).toHaveLength(1)

  const unread = { code: 1, stderr: expect.stringContaining('could not be read') }
  await expect(tried('postgresql://nobody@127.0.0.1:1/kvartera')).rejects.toMatchObject(unread)
  await expect(tried('', 'failed')).rejects.toMatchObject(unread)
  expect((await told()).map(({ outcome }) => outcome)).toEqual(['unreadable', 'unreadable', 'whole'])
})

test('a cross-site POST is refused by the configured origin, whatever the Host header says', async () => {
  const answer = await fetch(`${home}/auth`, {
    method: 'POST',
    headers: { Origin: 'http://localhost', Host: 'localhost' },
    body: new URLSearchParams({ intent: 'login' }),
  })
  expect(answer.status).toBe(403)
})
