import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ask } from './outward.server'
import { isPublicAddress } from './public-address'
import { askStranger, readFromStranger, whyNotAsked } from './stranger.server'

test.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:2800:220:1::1', '2a00:1450:400f::200e'])(
  '%s is a public address',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each([
  ['this machine', '127.0.0.1'],
  ['another loopback address', '127.255.255.254'],
  ['this machine in IPv6', '::1'],
  ['the unspecified address', '0.0.0.0'],
  ['the unspecified address in IPv6', '::'],
  ['a private network', '10.1.2.3'],
  ['a private network', '172.16.0.1'],
  ['the end of a private network', '172.31.255.255'],
  ['a private network', '192.168.1.1'],
  ['a carrier’s own network', '100.64.0.1'],
  ['a cloud’s metadata', '169.254.169.254'],
  ['a cloud’s metadata', '100.100.100.200'],
  ['a cloud’s metadata', '168.63.129.16'],
  ['a cloud’s metadata in IPv6', 'fd00:ec2::254'],
  ['a private network in IPv6', 'fc00::1'],
  ['a link-local address', 'fe80::1'],
  ['a link-local address with a zone', 'fe80::1%eth0'],
  ['a public address with a zone', '2606:2800:220:1::1%eth0'],
  ['IPv4 in IPv6', '::ffff:10.0.0.1'],
  ['IPv4 in IPv6', '::ffff:93.184.216.34'],
  ['IPv4 in IPv6 in the deprecated form', '::10.0.0.1'],
  ['NAT64', '64:ff9b::a00:1'],
  ['6to4 of a private network', '2002:a00:1::1'],
  ['Teredo', '2001:0:a00:1::1'],
  ['a documentation address', '2001:db8::1'],
  ['a multicast address', '224.0.0.1'],
  ['the broadcast address', '255.255.255.255'],
  ['a multicast address in IPv6', 'ff02::1'],
  ['a host name', 'localhost'],
  ['an empty string', ''],
])('%s is not a public address: %s', (_, address) => expect(isPublicAddress(address)).toBe(false))

test.each<[string, ReturnType<typeof whyNotAsked>]>([
  ['https://system.example/hook', null],
  ['https://system.example:8443/hook', null],
  ['https://system.example:1024/', null],
  ['https://93.184.216.34/', null],
  ['https://[2606:2800:220:1::1]/', null],
  ['x', 'unreadable'],
  ['http://system.example/', 'not https'],
  ['ftp://system.example/', 'not https'],
  ['https://system.example:1023/', 'odd port'],
  ['https://system.example:25/', 'odd port'],
  ['https://siv@system.example/', 'with a login'],
  ['https://:hemligt@system.example/', 'with a login'],
  ['https://10.0.0.1/', 'not public'],
  ['https://[::1]/', 'not public'],
  ['https://system/', 'not public'],
  ['https://system./', 'not public'],
  ['https://db.internal/', 'not public'],
  ['https://db.internal./', 'not public'],
  ['https://localhost/', 'not public'],
  ['https://127.0.0.1/', 'not public'],
])('the reason against requesting %s is: %s', (address, why) => {
  expect(whyNotAsked(address, { loopback: false })).toBe(why)
})

test.each<[string, ReturnType<typeof whyNotAsked>]>([
  ['http://localhost:25/', null],
  ['https://127.0.0.1/', null],
  ['ftp://localhost/', 'not https'],
  ['http://siv@localhost/', 'with a login'],
  ['http://10.0.0.1/', 'not https'],
  ['http://localhost.example/', 'not https'],
])('with loopback allowed, the reason against requesting %s is: %s', (address, why) => {
  expect(whyNotAsked(address, { loopback: true })).toBe(why)
})

let server: Server
let port = 0
const asked: { method?: string; headers: object; body: string }[] = []
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push({ method: request.method, headers: request.headers, body })
    if (request.url === '/endless') return void response.write('x'.repeat(100))
    if (request.url === '/moved') response.writeHead(302, { location: '/elsewhere' })
    if (request.url === '/talks') response.setHeader('x-words', 'x'.repeat(17_000))
    response.end('x'.repeat(request.url === '/long' ? 1_000_001 : 100))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => server.close())

test('askStranger() returns the status without the body, and follows no redirect', async () => {
  const resolve = vi.fn(async () => ['93.184.216.34'])
  const post = { method: 'POST', body: 'Hej' }
  const answer = await askStranger(`http://localhost:${port}/moved`, post, 5_000, { loopback: true, resolve })
  expect(answer).toMatchObject({ status: 302, text: '' })
  expect(asked.splice(0)).toMatchObject([{ method: 'POST', body: 'Hej' }])
  // Loopback names are not resolved.
  expect(resolve).not.toHaveBeenCalled()
})

test('readFromStranger() reads the given number of bytes at most', async () => {
  const read = (mostBytes: number) =>
    readFromStranger(`http://127.0.0.1:${port}/`, { 'x-own': '1' }, { patience: 5_000, mostBytes }, { loopback: true })
  expect(await read(100)).toMatchObject({ status: 200, text: 'x'.repeat(100) })
  expect(await read(99)).toEqual({ kind: 'unanswered', reason: 'too long an answer' })
  expect(asked.splice(0)[0]).toMatchObject({ method: 'GET', headers: { 'x-own': '1', connection: 'close' } })
})

test('limits the size of response headers and bodies', async () => {
  const reach = { loopback: true }
  const at = (path: string) => `http://127.0.0.1:${port}${path}`
  const talks = { kind: 'unanswered', reason: 'HPE_HEADER_OVERFLOW' }
  expect(await askStranger(at('/talks'), { method: 'GET' }, 5_000, reach)).toEqual(talks)
  expect(await readFromStranger(at('/talks'), {}, { patience: 5_000, mostBytes: 100 }, reach)).toEqual(talks)
  // For providers of our own choice the default limit of a million bytes applies.
  expect(await ask(at('/long'), { method: 'GET' }, 5_000)).toEqual({
    kind: 'unanswered',
    reason: 'too long an answer',
  })
  asked.splice(0)
})

test('closes an endless response of a stranger; ask() keeps its connection alive', async () => {
  const lines = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  await expect.poll(lines).toBe(0)
  const at = (path: string) => `http://127.0.0.1:${port}${path}`
  expect(await askStranger(at('/endless'), { method: 'GET' }, 600_000, { loopback: true })).toMatchObject({
    status: 200,
  })
  await expect.poll(lines).toBe(0)
  let opened = 0
  const count = () => opened++
  server.on('connection', count)
  for (let n = 0; n < 3; n++) expect(await ask(at('/'), { method: 'GET' }, 600_000)).toMatchObject({ status: 200 })
  server.off('connection', count)
  expect(opened).toBe(1)
  asked.splice(0)
})

test('with loopback allowed, a name that resolves to a private address is refused (SSRF)', async () => {
  const resolve = vi.fn(async () => ['10.0.0.1'])
  const reach = { loopback: true, resolve }
  expect(await askStranger('https://system.example/', { method: 'GET' }, 5_000, reach)).toEqual({
    kind: 'temporary',
    reason: 'not public',
  })
  expect(resolve).toHaveBeenCalledOnce()
})

test.each<[string, string[], string]>([
  ['a name that does not resolve', [], 'ENOTFOUND'],
  ['a name that resolves to this machine', ['127.0.0.1'], 'not public'],
  ['a name that resolves to a public and a private address', ['93.184.216.34', '10.0.0.1'], 'not public'],
])('does not request %s', async (_, addresses, reason) => {
  const reach = { loopback: false, resolve: vi.fn(async () => addresses) }
  const asking = { patience: 5_000, mostBytes: 9 }
  expect(await askStranger('https://system.example/', { method: 'POST' }, 5_000, reach)).toEqual({
    kind: 'temporary',
    reason,
  })
  expect(await readFromStranger('https://system.example/', {}, asking, reach)).toEqual({ kind: 'temporary', reason })
  expect(reach.resolve.mock.calls).toEqual([['system.example'], ['system.example']])
})

test('an invalid URL is a permanent failure, without a look-up or request', async () => {
  const reach = { loopback: false, resolve: vi.fn(async () => []) }
  const why = { kind: 'permanent', reason: 'not https' }
  expect(await askStranger('http://system.example/', { method: 'POST' }, 5_000, reach)).toEqual(why)
  expect(await readFromStranger('http://system.example/', {}, { patience: 1, mostBytes: 1 }, reach)).toEqual(why)
  expect([reach.resolve.mock.calls, asked]).toEqual([[], []])
})
