import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorEnv } from '../support/operator'
import { soon } from '../support/pace/soon'
import { freePort, type Product, postmasterOf, spawnProduct, startProcess } from '../support/product-process'

const [port, otherPort] = (await Promise.all([freePort(), freePort()])).map(String) as [string, string]
const home = `http://127.0.0.1:${port}`
const folder = mkdtempSync(join(tmpdir(), 'kvartera-restart-'))
const env = { DATA_DIR: folder, PORT: port }
let product: Product

beforeAll(async () => {
  product = await startProcess(env)
})
afterAll(async () => {
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
})

const post = (path: string, fields: Record<string, string>) =>
  fetch(home + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

async function signUp(email: string) {
  const fields = { intent: 'member', name: 'Prov', phone: '070-174 06 20', email, password: 'gullviva62', terms: 'on' }
  expect((await post('/signup', fields)).status).toBe(302)
}

async function logIn(email: string) {
  return (await post('/auth', { intent: 'login', email, password: 'gullviva62' })).headers.get('location')
}

const postgresPid = () => postmasterOf({ data: join(folder, 'postgres') })

async function killProduct() {
  product.child.kill('SIGKILL')
  await new Promise((resolve) => product.child.once('close', resolve))
}

const faults: [string, () => Promise<void>][] = [
  ['the server', killProduct],
  [
    'both',
    async () => {
      process.kill(postgresPid(), 'SIGKILL')
      await killProduct()
    },
  ],
]

const long = { tags: ['long'] }
/**
 * Only the first round runs in `npm test`, and of the deaths of the server the one with PostgreSQL: that a database left
 * running is taken over is tested by itself in `embedded-postgres.test.ts`.
 */
const roundOf = (round: number, what?: string) => (round > 1 || what === 'the server' ? long : {})

for (const round of [1, 2, 3]) {
  for (const [what, kill] of faults) {
    test(
      `kill -9 of ${what}, round ${round}: the next start has the account that was just made`,
      roundOf(round, what),
      async () => {
        const email = `${what.replace(' ', '-')}-${round}@exempel.se`
        await signUp(email)
        await kill()
        product = await startProcess(env)
        expect(await logIn(email)).toBe('/dashboard')
      },
    )
  }
}

for (const round of [1, 2, 3]) {
  test(`kill -9 of PostgreSQL, round ${round}: the running server restarts it`, roundOf(round), async () => {
    const email = `postgres-${round}@exempel.se`
    await signUp(email)
    const killed = postgresPid()
    process.kill(killed, 'SIGKILL')
    await expect.poll(postgresPid).not.toBe(killed)
    // Waits by a login, which queries the database; the health check is cached for a moment.
    await expect.poll(() => logIn(email)).toBe('/dashboard')
    await expect.poll(async () => (await fetch(`${home}/halsa`)).status).toBe(200)
  })
}

test('a start on a taken port ends with one clear sentence', async () => {
  const second = spawnProduct(env)
  expect(await second.ended).toBe(1)
  expect(second.said().trim()).toBe(
    `Port ${port} is taken by another program: stop it, or choose another with PORT=${Number(port) + 1}.`,
  )
})

test('a second start in the same folder fails and leaves the first running', async () => {
  const second = spawnProduct({ ...env, PORT: otherPort })
  expect(await second.ended).toBe(1)
  expect(second.said()).toContain('already running from this folder')
  expect((await fetch(`${home}/halsa`)).status).toBe(200)
})

// Stopped from here on: the tests below start their own.
test('a clean stop frees the port and shuts the database down', async () => {
  expect(await product.stop()).toBe(0)
  // PostgreSQL removes its lock file as the last step of a clean stop.
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
  await new Promise<void>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(Number(port), '127.0.0.1', () => probe.close(() => resolve()))
  })
})

test('a start that is stopped halfway leaves nothing running, and the next start succeeds', long, async () => {
  const other = mkdtempSync(join(tmpdir(), 'kvartera-cut-'))
  const own = { DATA_DIR: other, PORT: otherPort }
  const cut = spawnProduct(own)
  await expect.poll(cut.said, soon).toContain('Moving in the demo neighbourhood')
  expect(await cut.stop()).toBe(143)
  await expect.poll(() => existsSync(join(other, 'postgres', 'postmaster.pid')), soon).toBe(false)
  const next = await startProcess(own)
  expect(next.said()).toContain('Moving in the demo neighbourhood')
  expect(await next.stop()).toBe(0)
  rmSync(other, { recursive: true, force: true })
})

/** The sentences are tested by `config.test.ts`; here, that a start ends with one, which is the same for all. */
const refusals: [what: string, given: Record<string, string>, sentence: string, length?: { tags: string[] }][] = [
  ['without AUTH_SECRET', {}, 'AUTH_SECRET is missing'],
  ['with a short secret', { AUTH_SECRET: 'kort' }, 'AUTH_SECRET is too short', long],
  [
    'with an example secret',
    { AUTH_SECRET: 'change-me-change-me-change-me-change-me' },
    'AUTH_SECRET looks like an example',
    long,
  ],
  ['without ORIGIN', { AUTH_SECRET: 'r4nd0mQwErTyUiOpAsDfGhJkLzXcVbNm', ORIGIN: '' }, 'ORIGIN is missing', long],
  ['without mail', { AUTH_SECRET: 'r4nd0mQwErTyUiOpAsDfGhJkLzXcVbNm' }, 'SMTP_URL is missing', long],
  [
    'with a database that is not there',
    {
      AUTH_SECRET: 'r4nd0mQwErTyUiOpAsDfGhJkLzXcVbNm',
      MAIL_ADAPTER: 'outbox',
      SMS_ADAPTER: 'outbox',
      PUSH_ADAPTER: 'outbox',
      ...operatorEnv,
    },
    'The database in DATABASE_URL cannot be reached',
  ],
]

for (const [what, given, sentence, length] of refusals) {
  test(`production ${what} does not start, and says why in one sentence`, length ?? {}, async () => {
    const production = {
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
      ORIGIN: 'https://kvartera.example',
      PORT: otherPort,
    }
    const attempt = spawnProduct({ ...production, ...given })
    expect(await attempt.ended).toBe(1)
    expect(attempt.said().trim()).toContain(sentence)
    expect(attempt.said().trim().split('\n')).toHaveLength(1)
  })
}
