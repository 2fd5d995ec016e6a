import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { expect, test } from 'vitest'
import { keepLines, lineLimits, mostQuietOfOne } from './lines'

class Line extends EventEmitter {
  destroyed = false
  readonly remoteAddress: string
  constructor(address: string) {
    super()
    this.remoteAddress = address
  }
  destroy() {
    this.destroyed = true
    this.emit('close')
  }
}

/** A fake server that only has connections. `proxies` are the addresses of trusted proxies. */
function server({ most = 1_000, mostQuiet = 3, proxies = [] as string[] } = {}) {
  const events = new EventEmitter() as Server
  let cut = 0
  const strangers = { left: 0 }
  keepLines(events, {
    most,
    mostQuietOfOne: mostQuiet,
    isProxy: (address) => proxies.includes(address),
    cutStranger: () => {
      cut++
      return strangers.left-- > 0
    },
  })
  const come = (address = '192.0.2.1') => {
    const line = new Line(address)
    events.emit('connection', line)
    return line
  }
  const ask = (line: Line) => {
    const answer = new EventEmitter()
    events.emit('request', { socket: line }, answer)
    return () => answer.emit('close')
  }
  return { events, come, ask, cuts: () => cut }
}
const open = (lines: Line[]) => lines.map(({ destroyed }) => !destroyed)

test('sets the server’s timeouts and connection limits', () => {
  expect(mostQuietOfOne).toBe(300)
  expect(lineLimits).toEqual({
    headersTimeout: 15_000,
    keepAliveTimeout: 5_000,
    requestTimeout: 900_000,
    connectionsCheckingInterval: 2_000,
  })
  const { events } = server({ most: 700 })
  expect([events.timeout, events.maxConnections]).toEqual([120_000, 900])
})

test('closes the longest idle connection when one address exceeds its limit of idle connections', () => {
  const { come } = server({ mostQuiet: 3 })
  const lines = [come(), come(), come()]
  expect(open(lines)).toEqual([true, true, true])
  lines.push(come())
  expect(open(lines)).toEqual([false, true, true, true])
  expect(come('198.51.100.7').destroyed).toBe(false)
  expect(open(lines)).toEqual([false, true, true, true])
})

test('keeps 300 idle connections of one address, and the next one closes the oldest', () => {
  const { come } = server({ mostQuiet: mostQuietOfOne })
  const lines = Array.from({ length: 300 }, () => come())
  expect(open(lines).every(Boolean)).toBe(true)
  come()
  expect(open(lines).indexOf(true)).toBe(1)
})

test('a connection with a request in progress is not idle, and becomes the most recently used when it ends', () => {
  const { come, ask } = server({ mostQuiet: 2 })
  const [first, second] = [come(), come()]
  const answered = ask(first)
  const third = come()
  expect(open([first, second, third])).toEqual([true, true, true])
  answered()
  expect(open([first, second, third])).toEqual([true, false, true])
})

test('counts IPv6 addresses of one /64 network as one address', () => {
  const { come } = server({ mostQuiet: 2 })
  const lines = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3', '2001:db8:1:3::1'].map(come)
  expect(open(lines)).toEqual([false, true, true, true])
})

test('applies no limit to connections from a trusted proxy', () => {
  const { come } = server({ mostQuiet: 2, proxies: ['192.0.2.1'] })
  expect(open([come(), come(), come(), come()])).toEqual([true, true, true, true])
})

test('at the connection limit, the address with the most idle connections loses one, and the new one stays', () => {
  const { come, cuts } = server({ most: 4, mostQuiet: 100 })
  const [few, ...many] = [come('198.51.100.7'), come(), come(), come()]
  const needed = come('203.0.113.9')
  expect(open([few, ...many, needed])).toEqual([true, false, true, true, true])
  expect(cuts()).toBe(0)
})

test('at the connection limit with none idle, a stranger who is sending is cut', () => {
  const { come, ask, cuts } = server({ most: 2 })
  const lines = [come(), come()]
  for (const line of lines) ask(line)
  const needed = come('203.0.113.9')
  expect(open([...lines, needed])).toEqual([true, true, true])
  expect(cuts()).toBe(1)
})
