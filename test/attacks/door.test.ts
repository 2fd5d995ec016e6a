import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../support/database'
import { productionEnv } from '../support/operator'
import { beforeTheBeat } from '../support/pace/soon'
import { freePort, type Product, startProcess } from '../support/product-process'

/** Raw requests of a program, in production mode under https. */
const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'kvartera-door-'))
const origin = 'https://kvartera.example'
const metricsKey = 'door-metrics-5Kq8sLw0Pz7dXr'
let product: Product
let port: number

beforeAll(async () => {
  port = await freePort()
  product = await startProcess({
    DATA_DIR: folder,
    PORT: String(port),
    ORIGIN: origin,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'debug',
    METRICS_KEY: metricsKey,
    ...productionEnv,
  })
})
afterAll(async () => {
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Answer = { status: number; headers: Headers; text: string }

/** Sends exactly these bytes; returns the first answer. */
function send(bytes: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let said = ''
    const line = connect(port, '127.0.0.1', () => line.write(bytes))
    line.setTimeout(10_000, () => line.destroy())
    line.on('data', (chunk) => {
      said += chunk
    })
    line.on('error', reject)
    line.on('close', () => {
      const [head = '', ...rest] = said.split('\r\n\r\n')
      const [first = '', ...fields] = head.split('\r\n')
      const headers = new Headers(
        fields.map((field) => [field.split(': ')[0] ?? '', field.slice(field.indexOf(': ') + 2)]),
      )
      resolve({ status: Number(first.split(' ')[1] ?? 0), headers, text: rest.join('\r\n\r\n') })
    })
  })
}

type Asked = { method?: string; headers?: Record<string, string>; body?: string }

function ask(target: string, { method = 'GET', headers = {}, body = '' }: Asked = {}): Promise<Answer> {
  const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const fields = Object.entries({ Host: 'kvartera.example', Connection: 'close', ...length, ...headers })
  return send(
    `${method} ${target} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  )
}

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const post = (target: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  ask(target, {
    method: 'POST',
    headers: { Origin: origin, ...form, ...headers },
    body: `${new URLSearchParams(fields)}`,
  })

async function moveIn() {
  const email = `dorr-${randomUUID()}@exempel.se`
  const fields = {
    intent: 'member',
    name: 'Siv',
    phone: '0701740640',
    password: 'kvarter12540-lampa',
    terms: 'on',
    email,
  }
  const answer = await post('/signup', fields)
  expect(answer.status).toBe(302)
  const set = answer.headers.getSetCookie()
  return { email, set, cookie: set.map((line) => line.split(';')[0]).join('; ') }
}

const isIn = async (cookie: string) => (await ask('/session', { headers: { cookie } })).text.includes('"signedIn":true')

describe('addresses', () => {
  test.each([
    ['//x/dashboard/admin', '/x/dashboard/admin'],
    ['//evil.test/', '/evil.test'],
    ['/dashboard/admin/', '/dashboard/admin'],
    ['/dashboard//admin?a=1', '/dashboard/admin?a=1'],
    ['/./dashboard/admin', '/dashboard/admin'],
    ['/d%61shboard/admin', '/dashboard/admin'],
  ])('%s redirects to %s', async (target, to) => {
    const { status, headers } = await ask(target)
    expect([status, headers.get('location')]).toEqual([308, to])
  })

  test.each([
    '/dashboard%2fadmin',
    '/dashboard/..%2fadmin',
    '/DASHBOARD/admin',
    '/dashboard/Admin.data',
    '/%ff',
    '/a%00b',
    'http://evil.test/dashboard',
  ])('%s returns 400 or 404', async (target) => {
    expect([400, 404]).toContain((await ask(target)).status)
  })

  test('a POST to another spelling of an alarm address returns 404', async () => {
    for (const target of [
      '//x/dashboard/customer/safety',
      '/dashboard/customer/safety/',
      '/Dashboard/customer/safety',
    ]) {
      expect((await post(target, { intent: 'raise' })).status, target).toBe(404)
    }
  })

  test('refused visits of admin pages are in the audit log, without ids or mail addresses', async () => {
    const tries = [
      '/dashboard/admin/users.data',
      `/dashboard/admin/users/${randomUUID()}`,
      '/dashboard/admin/siv@exempel.se',
    ]
    for (const target of tries) await ask(target)
    const { rows } = await sql<{
      door: string
    }>`select subject_id as door from audit_log where deed = 'refused at the door'`.execute(database.db)
    const doors = rows.map(({ door }) => door)
    expect(doors).toContain('GET /dashboard/admin/users')
    expect(doors).toContain('GET /dashboard/admin/…')
    expect(doors.join()).not.toContain('@')
  })
})

describe('the metrics for Prometheus', () => {
  const figures = (key: string) => ask('/metrics', { headers: { Authorization: `Bearer ${key}` } })

  test('return 404 without the key, and contain nothing that a visitor sent', async () => {
    expect([(await ask('/metrics')).status, (await figures('another-5Kq8sLw0Pz7dXr-key')).status]).toEqual([404, 404])
    const strange = [
      '/company/hemligt-5512',
      '/larm/hemligt-5513/x',
      '/hemligt-5514',
      '/dashboard/admin/users/hemligt-5515',
    ]
    for (const path of strange) await ask(path, { method: 'GET' })
    await ask('/auth', { method: 'HEMLIGT' })
    const { status, text } = await figures(metricsKey)
    expect(status).toBe(200)
    expect(text.toLowerCase()).not.toContain('hemligt')
    expect(text).toMatch(/kvartera_request_seconds_count\{route="\/company\/:id",method="GET",status="404"\} 1\n/)
    expect(text).toMatch(/kvartera_request_seconds_count\{route="nowhere",method="GET",status="404"\} \d/)
    expect(text).toMatch(/kvartera_pool_size\{pool="need"\} 10\n/)
    expect(text).toMatch(/kvartera_database_answers 1\n/)
  })
})

describe('methods', () => {
  test.each([
    ['TRACE', '/auth'],
    ['PUT', '/auth'],
    ['DELETE', '/dashboard/customer/safety'],
    ['PATCH', '/'],
    ['OPTIONS', '/'],
    ['POST', '/villkor'],
    ['POST', '/dashboard/customer/patrols'],
    ['POST', '/halsa'],
    ['POST', '/files/x'],
    ['POST', '/live'],
    ['POST', '/favicon.svg'],
    ['GET', '/webhooks/stripe'],
    ['GET', '/api/token'],
  ])('%s %s is refused with 405 and an Allow header', async (method, target) => {
    const { status, headers } = await ask(target, { method, headers: { Origin: origin } })
    expect(status).toBe(405)
    expect(headers.get('allow')?.split(', ')).not.toContain(method)
    expect(headers.get('allow')).toBeTruthy()
  })

  test('CONNECT and requests without an HTTP version are refused', async () => {
    expect([0, 400, 405]).toContain((await send('CONNECT evil.test:443 HTTP/1.1\r\nHost: x\r\n\r\n')).status)
    expect([0, 400, 505]).toContain((await send('GET /\r\n\r\n')).status)
    expect([400, 505]).toContain((await send('GET / HTTP/0.9\r\n\r\n')).status)
  })
})

describe('a POST', () => {
  test('with a cookie but without a matching origin is refused and changes nothing', async () => {
    const { cookie } = await moveIn()
    const without = await ask('/logout', { method: 'POST', headers: { cookie, ...form }, body: 'a=b' })
    expect(without.status).toBe(403)
    expect(await isIn(cookie)).toBe(true)
    const others: Record<string, string>[] = [{ Origin: 'https://evil.test' }, { 'Sec-Fetch-Site': 'same-site' }]
    for (const said of others) {
      const answer = await ask('/logout', { method: 'POST', headers: { cookie, ...form, ...said }, body: 'a=b' })
      expect(answer.status).toBe(403)
    }
    expect(await isIn(cookie)).toBe(true)
  })

  test.each([
    ['JSON instead of a form', { 'Content-Type': 'application/json' }, '{}', 415],
    ['no content type', {}, 'a=b', 415],
    ['a compressed body', { ...form, 'Content-Encoding': 'gzip' }, 'a=b', 415],
    ['a broken percent sign', form, 'redirectTo=%zz', 400],
    ['invalid UTF-8', form, 'redirectTo=%ff%fe', 400],
    [
      'a multipart body that never ends',
      { 'Content-Type': 'multipart/form-data; boundary=x' },
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
      400,
    ],
  ])('with a malformed body is refused: %s', async (_, headers, body, status) => {
    const { cookie } = await moveIn()
    for (const target of ['/logout', '/auth', '/dashboard/customer/safety', '/dashboard/account/security']) {
      const answer = await ask(target, { method: 'POST', headers: { Origin: origin, cookie, ...headers }, body })
      expect([target, answer.status]).toEqual([target, status])
    }
    expect(await isIn(cookie)).toBe(true)
  })
})

describe('a cookie', () => {
  test('has the __Host- prefix, Secure and HttpOnly, and is ignored under any other name', async () => {
    const { set, cookie } = await moveIn()
    expect(set.length).toBeGreaterThan(0)
    for (const line of set) {
      expect(line).toMatch(/^__Host-/)
      expect(line).toMatch(/; Path=\/; Secure/)
      expect(line).toMatch(/HttpOnly/i)
      expect(line).not.toMatch(/Domain=/i)
    }
    expect(await isIn(cookie)).toBe(true)
    expect(await isIn(cookie.replaceAll('__Host-', ''))).toBe(false)
    expect(await isIn(cookie.replaceAll('__Host-', '__Secure-'))).toBe(false)
  })
})

describe('a page', () => {
  test('with personal content or a secret in its address is sent with no-store', async () => {
    const { cookie } = await moveIn()
    const own = [
      '/',
      '/dashboard/customer',
      '/dashboard/customer.data',
      '/dashboard/account',
      '/dashboard/nowhere',
      '/session',
    ]
    for (const target of own) {
      expect((await ask(target, { headers: { cookie } })).headers.get('cache-control'), target).toMatch(/no-store/)
    }
    for (const target of ['/larm/Q0x9Zr3Tq1Lk7VnB2cWd5e', '/vakt/in?nyckel=x', '/auth/reset?token=x']) {
      expect((await ask(target)).headers.get('cache-control'), target).toBe('no-store')
    }
    expect((await ask('/')).headers.get('cache-control')).toBe('private, no-cache')
    expect((await ask('/robots.txt', { headers: { cookie } })).headers.get('cache-control')).toMatch(/^public/)
  })

  test('is cleared from the browser’s cache by logging out', async () => {
    const { cookie } = await moveIn()
    const answer = await post('/logout', {}, { cookie, 'Content-Length': '0' })
    expect([answer.status, answer.headers.get('clear-site-data')]).toEqual([302, '"cache"'])
    expect(await isIn(cookie)).toBe(false)
  })
})

/** Opens an event stream; records its data and whether it has ended. */
function listen(target: string, cookie: string) {
  const stream = { said: '', isOver: false }
  const line = connect(port, '127.0.0.1', () =>
    line.write(`GET ${target} HTTP/1.1\r\nHost: kvartera.example\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`),
  )
  line.on('data', (chunk) => {
    stream.said += chunk
    // The last chunk of the chunked encoding; the connection itself may stay open.
    if (stream.said.endsWith('\r\n0\r\n\r\n')) stream.isOver = true
  })
  line.on('error', () => {})
  line.on('close', () => {
    stream.isOver = true
  })
  return stream
}

describe('event streams', () => {
  test.each(['/live', '/live/alarms'])('%s ends with its session, before the next heartbeat', async (target) => {
    const { cookie } = await moveIn()
    const stream = listen(target, cookie)
    await expect.poll(() => stream.said).toContain('retry: 1000')
    await post('/logout', { redirectTo: '/' }, { cookie })
    await expect.poll(() => stream.isOver, beforeTheBeat).toBe(true)
  })

  test('a sixth stream closes the oldest, which is told to retry after a minute', async () => {
    const { cookie } = await moveIn()
    const streams: ReturnType<typeof listen>[] = []
    for (let n = 0; n < 6; n++) {
      const stream = listen('/live/alarms', cookie)
      streams.push(stream)
      await expect.poll(() => stream.said).toContain('retry: 1000')
    }
    await expect.poll(() => streams.map(({ isOver }) => isOver)).toEqual([true, false, false, false, false, false])
    expect(streams[0]?.said).toContain('retry: 60000')
    await post('/logout', { redirectTo: '/' }, { cookie })
    await expect.poll(() => streams.every(({ isOver }) => isOver), beforeTheBeat).toBe(true)
  })
})

test('the log contains no secret from an address, nor what a visitor wrote in one', async () => {
  const secrets = ['Q0x9Zr3Tq1Lk7VnB2cWd5eAbCd', 'siv.svensson@exempel.se', 'nyckel-som-ingen-ska-se', '0701740699']
  await ask(`/larm/${secrets[0]}`)
  await ask(`/larm/${secrets[0]}.data`)
  await post(`/larm/${secrets[0]}`, { intent: 'take' })
  await post(`/larm/${secrets[0]}`, { intent: 'take' }, { Origin: 'https://evil.test' })
  await ask(`/${secrets[1]}/${secrets[3]}`)
  await ask(`/vakt/in?nyckel=${secrets[2]}`)
  await expect.poll(() => product.said()).toContain('"path":"/larm/…"')
  for (const secret of secrets) expect(product.said()).not.toContain(secret)
})
