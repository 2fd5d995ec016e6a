import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { useDatabase } from '../support/database'
import { productionEnv } from '../support/operator'
import { freePort, type Product, spawnProduct, startProcess } from '../support/product-process'

/**
 * Two processes of the web on one port, started as one product. Each request here has a line of its own.
 *
 * @module-tag long
 */
const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'kvartera-several-'))
const metricsKey = 'several-tests-4Kd8sLw0Pq7z'
let product: Product | null = null
let home: string

/** Starting takes seconds, so tests share the running product. */
async function started(): Promise<Product> {
  product ??= await start()
  return product
}

async function start() {
  const port = String(await freePort())
  home = `http://127.0.0.1:${port}`
  return startProcess({
    DATA_DIR: folder,
    PORT: port,
    ORIGIN: home,
    DATABASE_URL: database.url,
    WEB_PROCESSES: '2',
    METRICS_KEY: metricsKey,
    // Visitors come from different addresses where it matters.
    TRUSTED_PROXIES: '127.0.0.1',
    ...productionEnv,
  })
}
afterAll(async () => {
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Asked = { fields?: Record<string, string>; headers?: Record<string, string> }

/** A request on a connection of its own. */
function open(path: string, { fields, headers = {} }: Asked = {}): Promise<IncomingMessage> {
  const body = fields && new URLSearchParams(fields).toString()
  return new Promise((resolve, reject) => {
    const form = body === undefined ? {} : { Origin: home, 'Content-Type': 'application/x-www-form-urlencoded' }
    const asked = request(home + path, {
      agent: false,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...form, ...headers },
    })
    asked.once('response', resolve)
    asked.once('error', reject)
    asked.end(body)
  })
}

async function ask(path: string, asked?: Asked) {
  const answer = await open(path, asked)
  let text = ''
  for await (const chunk of answer) text += chunk
  return { status: answer.statusCode, headers: answer.headers, text }
}

const from = (visitor: number) => ({ 'x-forwarded-for': `10.1.${visitor >> 8}.${visitor & 255}` })
const signUp = (email: string, visitor: number) =>
  ask('/signup', {
    fields: { intent: 'member', name: 'Prov', phone: '070-174 06 20', email, password: 'gullviva62', terms: 'on' },
    headers: from(visitor),
  })

async function joinIn(email: string, visitor: number) {
  const { status, headers } = await signUp(email, visitor)
  expect(status).toBe(302)
  return (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
}

const children = ({ child }: Product) =>
  readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

async function whoAnswers(): Promise<string[]> {
  const { text } = await ask('/metrics', { headers: { authorization: `Bearer ${metricsKey}` } })
  return [...text.matchAll(/^process_resident_memory_bytes\{process="(\d+)"\}/gm)].map((found) => found[1] ?? '')
}

/** Suspends the other processes (SIGSTOP) while `deed` runs, so that this one answers. */
async function onlyBy<Done>(pid: number, deed: () => Promise<Done>): Promise<Done> {
  const others = children(product as Product).filter((each) => each !== pid)
  for (const other of others) process.kill(other, 'SIGSTOP')
  try {
    return await deed()
  } finally {
    for (const other of others) process.kill(other, 'SIGCONT')
  }
}

test('an event stream in one process hears an alarm raised in the other, and a suspended process blocks nobody', async () => {
  const [one, other] = children(await started()) as [number, number]
  const cookie = await onlyBy(one, () => joinIn('siv@exempel.se', 1))
  let heard = ''
  const screen = await onlyBy(other, () => open('/live/alarms', { headers: { cookie } }))
  expect(screen.statusCode).toBe(200)
  screen.on('error', () => {}).on('data', (chunk) => (heard += chunk))
  const press = { intent: 'raise', key: randomUUID(), message: 'Någon vid dörren' }
  const raise = () => ask('/dashboard/customer/safety', { fields: press, headers: { cookie } })
  expect((await onlyBy(one, raise)).status).toBe(302)
  await expect.poll(() => heard).toContain('event:')
  screen.destroy()
})

test('a killed process is restarted, and no answered sign-up is lost', async () => {
  const running = await started()
  const taken: string[] = []
  let going = true
  let refused = 0
  let visitor = 100
  const visitors = Array.from({ length: 4 }, async () => {
    while (going) {
      const email = `${randomUUID()}@exempel.se`
      // A cut connection has no answer, which the client notices.
      const answer = await signUp(email, visitor++).catch(() => null)
      if (answer?.status === 302) taken.push(email)
      else refused++
    }
  })
  const [first, second] = children(running)
  for (const pid of [first, second]) {
    const before = taken.length
    await expect.poll(() => taken.length).toBeGreaterThan(before + 3)
    process.kill(pid as number, 'SIGKILL')
    await expect.poll(() => children(running).length).toBe(2)
    await expect.poll(async () => (await whoAnswers()).length).toBe(2)
  }
  going = false
  await Promise.all(visitors)
  const { rows } = await database.pool.query('select email from profiles where email = any($1)', [taken])
  expect(rows.length).toBe(taken.length)
  // The requests on connections of the killed process.
  expect(refused).toBeLessThanOrEqual(8)
  expect(children(running)).not.toContain(first)
  expect(children(running)).not.toContain(second)
  expect(running.said().match(/is started anew/g)).toHaveLength(2)
})

test('a rate limit counts across all processes', async () => {
  await started()
  await joinIn('ola@exempel.se', 2)
  const tries = await Promise.all(
    Array.from({ length: 14 }, (_, index) =>
      ask('/auth', {
        fields: { intent: 'login', email: 'ola@exempel.se', password: 'fel-losenord' },
        headers: from(3_000 + index),
      }),
    ),
  )
  const letTry = tries.filter(({ text }) => !/för många försök/i.test(text))
  expect(letTry).toHaveLength(10)
})

test('/metrics reports the figures of each process, and shared figures once', async () => {
  await started()
  for (let index = 0; index < 6; index++) await ask('/companies')
  const { status, text } = await ask('/metrics', { headers: { authorization: `Bearer ${metricsKey}` } })
  expect(status).toBe(200)
  const processes = text.match(/^kvartera_pool_connections\{.*/gm)?.map((line) => /process="(\d+)"/.exec(line)?.[1])
  expect(new Set(processes)).toEqual(new Set(await whoAnswers()))
  expect(new Set(processes).size).toBe(2)
  // Reported once, since all processes share the database.
  expect(text.match(/^kvartera_database_answers\b.*$/gm)).toEqual(['kvartera_database_answers 1'])
  expect(text.match(/^# TYPE kvartera_request_seconds histogram$/gm)).toHaveLength(1)
})

test('a stop answers the requests in progress and leaves no process behind', async () => {
  const running = await started()
  const cookie = await joinIn('ulla@exempel.se', 3)
  const streams = await Promise.all([1, 2, 3, 4].map(() => open('/live', { headers: { cookie } })))
  for (const stream of streams) stream.on('error', () => {}).resume()
  const pids = children(running)
  const busy = Array.from({ length: 8 }, (_, index) => signUp(`sist-${index}@exempel.se`, 5_000 + index))
  // By then both processes have read the requests and are hashing passwords, one after the other.
  await expect
    .poll(async () => {
      const { rows } = await database.pool.query(`select 1 from profiles where email like 'sist-%'`)
      return rows.length
    })
    .toBeGreaterThan(0)
  const ended = running.stop()
  const answers = await Promise.all(busy)
  expect(await ended).toBe(0)
  product = null
  expect(answers.map(({ status }) => status)).toEqual(busy.map(() => 302))
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow()
  const { rows } = await database.pool.query(`select email from profiles where email like 'sist-%'`)
  expect(rows).toHaveLength(busy.length)
  await expect(ask('/halsa')).rejects.toThrow()
})

test('the child processes end when the main process is killed', async () => {
  const running = await started()
  const pids = children(running)
  running.child.kill('SIGKILL')
  const isThere = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  await expect.poll(() => pids.some(isThere)).toBe(false)
  product = null
})

test('more processes than the database has connections for stop the start with one sentence', async () => {
  const port = String(await freePort())
  const attempt = spawnProduct({
    DATA_DIR: folder,
    PORT: port,
    ORIGIN: `http://127.0.0.1:${port}`,
    DATABASE_URL: database.url,
    WEB_PROCESSES: '16',
    ...productionEnv,
  })
  expect(await attempt.ended).toBe(1)
  // Log lines come by another stream, before or after the sentence.
  const sentences = attempt
    .said()
    .split('\n')
    .filter((line) => line && !line.startsWith('{'))
  expect(sentences.at(-1)).toMatch(
    /WEB_PROCESSES=16 takes up to \d+ connections to the database, which has \d+: ask for fewer/,
  )
})
