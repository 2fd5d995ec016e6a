import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { askStranger, whyNotAsked } from '~/platform/http/stranger.server'

/** SSRF: somebody registers a webhook address that leads into our own network. */

const abroad = { loopback: false }
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(answer: RequestListener): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return { port: (server.address() as AddressInfo).port, asked }
}

const post = { method: 'POST', body: '{}' }

describe('the check of a webhook address', () => {
  test.each([
    ['http://example.com/hook', 'not https'],
    ['ftp://example.com/hook', 'not https'],
    ['file:///etc/passwd', 'not https'],
    ['not an address', 'unreadable'],
    ['https://user:pass@example.com/', 'with a login'],
    ['https://example.com:25/', 'odd port'],
    ['https://127.0.0.1/', 'not public'],
    ['https://0x7f.1/', 'not public'],
    ['https://2130706433/', 'not public'],
    ['https://0177.0.0.1/', 'not public'],
    ['https://[::1]/', 'not public'],
    ['https://[::ffff:127.0.0.1]/', 'not public'],
    ['https://[fd00:ec2::254]/latest/meta-data', 'not public'],
    ['https://169.254.169.254/latest/meta-data', 'not public'],
    ['https://10.0.0.5/', 'not public'],
    ['https://localhost/', 'not public'],
    ['https://db/', 'not public'],
    ['https://db.internal/', 'not public'],
    ['https://printer.local./', 'not public'],
  ])('refuses %s: %s', async (address, why) => {
    expect(whyNotAsked(address, abroad)).toBe(why)
    expect(await askStranger(address, post, 1_000, abroad)).toEqual({ kind: 'permanent', reason: why })
  })

  test('accepts public https addresses', () => {
    expect(whyNotAsked('https://larm.example.com/kvartera?x=1', abroad)).toBeNull()
    expect(whyNotAsked('https://larm.example.com:8443/kvartera', abroad)).toBeNull()
  })
})

describe('a host name', () => {
  test.each([
    ['this machine', ['127.0.0.1']],
    ['a private address', ['10.0.0.7']],
    ['a public and a private address', ['93.184.216.34', '169.254.169.254']],
    ['a public and a private IPv6 address', ['93.184.216.34', 'fd00::1']],
    ['a private IPv4 address wrapped in IPv6', ['::ffff:10.0.0.7']],
  ])('that resolves to %s is not contacted', async (_, found) => {
    const reach = { loopback: false, resolve: async () => found }
    const answer = await askStranger('https://snall.example.com/', post, 1_000, reach)
    expect(answer).toEqual({ kind: 'temporary', reason: 'not public' })
  })

  test('is resolved once, and the connection uses that result (DNS rebinding)', async () => {
    const { asked } = await listen((_, response) => response.end())
    let looks = 0
    const rebinding = async () => (looks++ === 0 ? ['203.0.113.1'] : ['127.0.0.1'])
    const first = await askStranger('https://byter.example.com/', post, 500, { loopback: false, resolve: rebinding })
    expect(first).toMatchObject({ reason: 'not public' })
    expect([looks, asked]).toEqual([1, []])
  })

  test('that does not resolve is a temporary failure', async () => {
    const answer = await askStranger('https://borta.example.com/', post, 1_000, {
      loopback: false,
      resolve: async () => [],
    })
    expect(answer).toEqual({ kind: 'temporary', reason: 'ENOTFOUND' })
  })

  test('whose name server never answers times out', async () => {
    const silent = { loopback: false, resolve: () => new Promise<string[]>(() => {}) }
    expect(await askStranger('https://tyst.example.com/', post, 200, silent)).toEqual({
      kind: 'temporary',
      reason: 'no answer in time',
    })
  })
})

describe('the answer to a webhook', () => {
  const here = { loopback: true }

  test('is not followed when it redirects', async () => {
    const inside = await listen((_, response) => response.end('secret'))
    const outside = await listen((_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/admin` }).end()
    })
    expect(await askStranger(`http://127.0.0.1:${outside.port}/hook`, post, 1_000, here)).toMatchObject({ status: 307 })
    expect(outside.asked).toEqual(['POST /hook'])
    expect(inside.asked).toEqual([])
  })

  test('has a body that is never read, however long it is', async () => {
    const { port } = await listen((_, response) => {
      response.writeHead(200)
      const pour = () => void (response.destroyed || (response.write('x'.repeat(65_536)) ? setImmediate(pour) : 0))
      response.on('drain', pour)
      pour()
    })
    expect(await askStranger(`http://127.0.0.1:${port}/`, post, 1_000, here)).toMatchObject({ status: 200, text: '' })
  })

  test('times out when it does not come', async () => {
    const { port } = await listen(() => {})
    expect(await askStranger(`http://127.0.0.1:${port}/`, post, 200, here)).toEqual({
      kind: 'unanswered',
      reason: 'no answer in time',
    })
  })

  test('is refused when its headers are too long', async () => {
    const { port } = await listen((_, response) => {
      response.writeHead(200, { 'x-long': 'y'.repeat(60_000) }).end()
    })
    const answer = await askStranger(`http://127.0.0.1:${port}/`, post, 1_000, here)
    expect(answer).toMatchObject({ reason: 'HPE_HEADER_OVERFLOW' })
  })
})
