import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { type Handler, Hono } from 'hono'
import { afterEach, describe, expect, test } from 'vitest'
import type { Env } from '../door/door-env'
import { toKeep } from './kept-page'
import { createKeptPages, isKept } from './kept-pages'

const asked = (url: string, changes = {}) => ({ method: 'GET', url, httpVersion: '1.1', headers: {}, ...changes })

test.each([
  ['a first visit to the start page', asked('/'), true],
  ['a HEAD request', asked('/', { method: 'HEAD' }), true],
  ['a form preselected by its query string', asked('/signup?role=company&plan=base'), true],
  ['a request with a cookie', asked('/', { headers: { cookie: 'notice=x' } }), false],
  ['any other query string', asked('/auth?redirectTo=/dashboard'), false],
  ['a POST', asked('/', { method: 'POST' }), false],
  ['a page that reads the database', asked('/companies'), false],
  ['a request over HTTP/1.0', asked('/', { httpVersion: '1.0' }), false],
])('whether the page cache answers %s', (_, request, kept) => {
  expect(isKept(request)).toBe(kept)
})

let close = () => {}
afterEach(() => close())

/** A server with the page cache in front of the given page. */
async function open(page: Handler<Env>) {
  const app = new Hono<Env>()
  app.use((c, next) => {
    c.set('requestId', 'visit-1')
    return next()
  })
  const kept = createKeptPages({ origin: 'https://kvartera.test', mode: 'production' })
  app.use(kept.keep)
  app.get('*', page)
  const listener = getRequestListener(app.fetch)
  const server = createServer((incoming, outgoing) => {
    if (!kept.answers(incoming, outgoing)) void listener(incoming, outgoing)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)))
  close = () => void server.close()
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return (headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(`${origin}/`, { ...init, headers: { 'Accept-Encoding': 'identity', ...headers } })
}

const words = 'Trygghet först – i ditt kvarter. '.repeat(200)
const plain =
  (text = words, status = 200): Handler<Env> =>
  (c) => {
    c.set('isPlain', true)
    return c.html(text, status as 200, { 'X-Own': 'yes' })
  }

describe('a cached page', () => {
  test('is rendered once for concurrent requests and keeps its headers', async () => {
    let rendered = 0
    const visit = await open((c, next) => {
      rendered++
      return plain()(c, next)
    })
    const answers = await Promise.all([visit(), visit(), visit()])
    answers.push(await visit())
    for (const answer of answers) {
      expect(await answer.text()).toBe(words)
      expect(answer.headers.get('X-Own')).toBe('yes')
      expect(answer.headers.get('Vary')).toBe('Accept-Encoding')
    }
    expect(rendered).toBe(1)
  })

  test('is answered to HEAD with headers alone', async () => {
    const visit = await open(plain())
    await visit()
    const answer = await visit({}, { method: 'HEAD' })
    expect([answer.headers.get('Content-Length'), await answer.text()]).toEqual([String(Buffer.byteLength(words)), ''])
  })

  test('is not the empty answer to a HEAD request that came first', async () => {
    // As React Router answers HEAD: the page's headers without a body.
    const visit = await open((c, next) => (c.env.incoming.method === 'HEAD' ? plain('')(c, next) : plain()(c, next)))
    expect((await visit({}, { method: 'HEAD' })).status).toBe(200)
    expect(await (await visit()).text()).toBe(words)
  })

  test('is not sent to a visitor with a cookie, who gets a page of their own', async () => {
    const visit = await open((c) => {
      c.set('isPlain', true)
      return c.html(c.req.header('cookie') ?? 'nobody')
    })
    expect(await (await visit()).text()).toBe('nobody')
    const own = await visit({ Cookie: 'notice=x' })
    expect([await own.text(), own.headers.get('ETag')]).toEqual(['notice=x', null])
    expect(await (await visit()).text()).toBe('nobody')
  })

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate, br;q=0', 'gzip', gunzipSync],
    ['gzip, zstd', 'zstd', zstdDecompressSync],
  ])('is sent to a client that accepts %s as %s', async (accepted, encoding, unpack) => {
    const visit = await open(plain())
    // fetch decompresses the body; only Content-Length still tells the compressed size.
    const answer = await visit({ 'Accept-Encoding': accepted })
    expect(answer.headers.get('Content-Encoding')).toBe(encoding)
    expect(Number(answer.headers.get('Content-Length'))).toBeLessThan(words.length / 10)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect((bytes.length === Buffer.byteLength(words) ? bytes : unpack(bytes)).toString()).toBe(words)
  })

  test('is answered with 304 for a matching ETag, which is different for each encoding', async () => {
    const visit = await open(plain())
    const tag = (await visit()).headers.get('ETag') ?? ''
    const packed = (await visit({ 'Accept-Encoding': 'br' })).headers.get('ETag') ?? ''
    expect(tag).toMatch(/^"[\w-]+"$/)
    expect(packed).not.toBe(tag)
    for (const known of [tag, `"other", W/${tag}`, '*']) {
      const answer = await visit({ 'If-None-Match': known })
      expect([answer.status, await answer.text(), answer.headers.get('ETag')]).toEqual([304, '', tag])
    }
    expect((await visit({ 'If-None-Match': packed })).status).toBe(200)
  })
})

describe('the cache does not keep', () => {
  const rendersEachTime = async (page: Handler<Env>) => {
    let rendered = 0
    const visit = await open((c, next) => {
      rendered++
      return page(c, next)
    })
    const answers = [await visit(), await visit()]
    expect(rendered).toBe(2)
    return answers
  }

  test('a page that failed to render: the next request renders it again', async () => {
    let works = false
    const visit = await open((c, next) => plain(works ? words : 'trasig', works ? 200 : 500)(c, next))
    expect((await visit()).status).toBe(500)
    works = true
    expect(await (await visit()).text()).toBe(words)
  })

  test('a page with scripts, which has a nonce for each request', () => rendersEachTime((c) => c.html(words)))

  test('a page that contains its request id', () => rendersEachTime(plain('Felets nummer: visit-1')))

  test('a page with Cache-Control: no-store', () =>
    rendersEachTime((c, next) => {
      c.header('Cache-Control', 'no-store')
      return plain()(c, next)
    }))

  test('a page that sets a cookie', () =>
    rendersEachTime((c, next) => {
      c.header('Set-Cookie', 'a=b')
      return plain()(c, next)
    }))
})

test('a cached page’s size includes each encoding it was compressed in, once', async () => {
  const kept = await toKeep(new Response(words), { isPlain: true, requestId: 'visit-1', effort: 'soonest' })
  const before = kept?.size ?? 0
  expect(before).toBeGreaterThan(3 * words.length)
  const sizes = []
  for (const way of ['identity', 'br', 'br', 'gzip']) {
    await kept?.writeFor(asked('/', { headers: { 'accept-encoding': way } }))
    sizes.push(kept?.size ?? 0)
  }
  const [plain = 0, once = 0, twice = 0, both = 0] = sizes
  expect(plain).toBe(before)
  expect(once).toBeGreaterThan(plain)
  expect(twice).toBe(once)
  expect(both).toBeGreaterThan(twice)
})
