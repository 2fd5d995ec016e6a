import { type AddressInfo, createServer } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type CentreMood, type CentreReceiver, startCentre } from '../../../test/support/counterparts/centre-receiver'
import type { Receiver } from './centre.server'
import { pollNumber } from './frame.server'
import { openReach } from './receiver-address.server'
import type { Signal } from './signal'
import { openDc09 } from './tcp-centre.server'

const key = Buffer.from('000102030405060708090A0B0C0D0E0F', 'hex')
let centre: CentreReceiver
beforeEach(async () => {
  centre = await startCentre({ key })
})
afterEach(() => centre.close())

const signal: Signal = {
  kind: 'panic',
  zone: 1,
  happenedAt: new Date('2026-11-22T18:05:09Z'),
  site: '12540',
  position: { latitude: 59.2786, longitude: 18.0105 },
  link: 'https://kvartera.test/larm/x',
}
const soon = { patienceMs: 400, quietMs: 30 }
const ours = ['127.0.0.0/8']

function receiver(given: Partial<Receiver> = {}): Receiver {
  const station = { account: 'AB12', receiver: '1', line: '2', format: 'SIA-DCS' as const, key: null }
  return { ...station, host: '127.0.0.1', port: centre.port, skewMs: 0, ...given }
}

test('an unencrypted signal is acknowledged and arrives complete', async () => {
  const told = await openDc09(ours).tell(receiver(), signal, 42)
  expect(told).toEqual({ kind: 'delivered', arrived: true, skewMs: 0 })
  expect(centre.heard).toMatchObject([
    {
      id: 'SIA-DCS',
      number: '0042',
      receiver: '1',
      line: '2',
      account: 'AB12',
      isSealed: false,
      data: '#AB12|Nri0/PA001',
      extensions: '[H18:05:09,11-22-2026][S12540][X018E00.630][Y59N16.716][Vhttps://kvartera.test/larm/x]',
    },
  ])
})

test('an encrypted signal and an encrypted poll are acknowledged', async () => {
  const sender = openDc09(ours)
  expect(await sender.tell(receiver({ key, format: 'ADM-CID' }), signal, 1)).toMatchObject({ arrived: true })
  expect(await sender.tell(receiver({ key }), null, pollNumber)).toMatchObject({ arrived: true })
  expect(centre.heard).toMatchObject([
    { id: 'ADM-CID', isSealed: true, data: '1120 00 001' },
    { id: 'NULL', number: '0000', isSealed: true, data: '' },
  ])
})

const temporary = (reason: string) => ({ kind: 'temporary', reason })
const late = temporary('no answer in time')
test.each<[string, CentreMood, object]>([
  ['answers slowly', { slowBy: 100 }, { kind: 'delivered', arrived: true }],
  ['answers byte by byte', { dripEvery: 1 }, { kind: 'delivered', arrived: true }],
  ['sends noise before its answer', 'noise first', { kind: 'delivered', arrived: true }],
  ['answers an older signal first', 'late one first', { kind: 'delivered', arrived: true }],
  ['answers DUH', 'duh', { kind: 'permanent', reason: 'DUH' }],
  ['answers NAK', 'nak', temporary('NAK')],
  ['answers NAK without a frame', 'bare nak', temporary('NAK')],
  ['answers with an empty line', 'empty line', temporary('empty line')],
  ['stays silent', 'silent', late],
  ['sends half a frame', 'half a frame', late],
  ['answers with another sequence number', 'wrong number', late],
  ['answers for another account', 'wrong account', late],
  ['answers with a wrong checksum', 'wrong sum', late],
  ['closes the connection', 'closes', temporary('closed without an answer')],
  ['resets the connection', 'resets', temporary('closed without an answer')],
  ['sends noise without end', 'noise without end', temporary('too long an answer')],
])('reports the outcome, and closes the connection, for a receiver that %s', async (_, mood, expected) => {
  centre.mood = mood
  // Only the cases without a valid answer run until the timeout.
  const told = await openDc09(ours, expected === late ? soon : { quietMs: 30 }).tell(receiver(), signal, 1)
  expect(told).toMatchObject(expected)
  await expect.poll(() => centre.lines.now).toBe(0)
})

test.each<CentreMood>(['in clear', 'old answer'])('with a key, ignores an answer %s', async (mood) => {
  centre.mood = mood
  expect(await openDc09(ours, soon).tell(receiver({ key }), signal, 1)).toMatchObject(late)
})

test('after a NAK with a timestamp, retries once by the receiver’s clock with the same number', async () => {
  centre.mood = { aheadBy: 90 }
  const sender = openDc09(ours)
  const told = await sender.tell(receiver({ key }), signal, 5)
  expect(told).toMatchObject({ kind: 'delivered', arrived: true })
  expect(Math.round(told.skewMs / 10_000)).toBe(9)
  expect(centre.heard.map(({ number }) => number)).toEqual(['0005', '0005'])
  // The next time the first frame already uses the receiver's clock.
  await sender.tell(receiver({ key, skewMs: told.skewMs }), signal, 6)
  expect(centre.heard).toHaveLength(3)
})

test('after a NAK, retries without extended data', async () => {
  centre.mood = 'only bare'
  expect(await openDc09(ours).tell(receiver({ key }), signal, 5)).toMatchObject({ kind: 'delivered', arrived: true })
  expect(centre.heard.map(({ number, extensions }) => [number, extensions !== ''])).toEqual([
    ['0005', true],
    ['0005', false],
  ])
})

test('corrects the clock once at most, when the receiver keeps answering NAK', async () => {
  centre.mood = { aheadBy: 90 }
  const heard = centre.heard
  // The receiver's clock jumps with each frame, so correcting the skew never helps.
  heard.push = (...frames) => {
    if (typeof centre.mood === 'object' && 'aheadBy' in centre.mood)
      centre.mood = { aheadBy: centre.mood.aheadBy + 600 }
    return Array.prototype.push.apply(heard, frames)
  }
  expect(await openDc09(ours).tell(receiver(), signal, 5)).toMatchObject(temporary('NAK'))
  expect(heard).toHaveLength(3)
})

test('does not correct a clock that is a second off', async () => {
  centre.mood = { aheadBy: 90 }
  const skewMs = 90_000 - 1_000
  const told = await openDc09(ours).tell(receiver({ skewMs }), signal, 5)
  expect(told).toEqual({ kind: 'delivered', arrived: true, skewMs })
  expect(centre.heard).toHaveLength(1)
})

test('does not retry a poll after a NAK', async () => {
  centre.mood = 'nak'
  expect(await openDc09(ours).tell(receiver(), null, 0)).toMatchObject(temporary('NAK'))
  expect(centre.heard).toHaveLength(1)
})

test('leaves no connection open after several frames', async () => {
  centre.mood = 'only bare'
  await openDc09(ours).tell(receiver(), signal, 5)
  await expect.poll(() => centre.lines.now).toBe(0)
  expect(centre.heard).toHaveLength(2)
})

test('tries three addresses of a host name at most, and uses the first that answers', async () => {
  const away = ['127.0.0.2', '127.0.0.3', '127.0.0.4']
  const at = (addresses: string[]) =>
    openDc09(ours, { reach: openReach(ours, async () => addresses) }).tell(
      receiver({ host: 'larm.exempel.se' }),
      signal,
      1,
    )
  expect(await at([...away.slice(1), '127.0.0.1'])).toMatchObject({ kind: 'delivered', arrived: true })
  expect(await at([...away, '127.0.0.1'])).toMatchObject(temporary('ECONNREFUSED'))
  expect(centre.heard).toHaveLength(1)
  expect(await at([])).toMatchObject(temporary('ENOTFOUND'))
})

test('accepts public hosts, and private addresses only in the configured ranges', () => {
  const hosts = ['larm.exempel.se', '93.184.216.34', '10.1.2.3', '127.0.0.1', '2606:2800:220:1::1', '::1']
  expect(hosts.map(openDc09(['10.1.0.0/16']).accepts)).toEqual([true, true, true, false, true, false])
})

test('a refused connection is a temporary failure', async () => {
  const { port } = centre
  await centre.close()
  expect(await openDc09(ours).tell(receiver({ port }), signal, 1)).toMatchObject(temporary('ECONNREFUSED'))
  centre = await startCentre()
})

test('never connects into the own network, by address or by name (SSRF)', async () => {
  const sender = openDc09([])
  expect(sender.accepts('127.0.0.1')).toBe(false)
  expect(await sender.tell(receiver(), signal, 1)).toMatchObject(temporary('own network'))
  const resolve = async () => ['93.184.216.34', '127.0.0.1']
  const named = openDc09([], { reach: openReach([], resolve) })
  expect(await named.tell(receiver({ host: 'larm.exempel.se' }), signal, 1)).toMatchObject(temporary('own network'))
  expect(centre.lines.most).toBe(0)
})

test('resolves a host name once (DNS rebinding)', async () => {
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return ['127.0.0.1']
  }
  const sender = openDc09([], { reach: openReach(ours, resolve) })
  expect(await sender.tell(receiver({ host: 'larm.exempel.se' }), signal, 1)).toMatchObject({ arrived: true })
  expect(asked).toEqual(['larm.exempel.se'])
})

test('does not connect when the name is resolved after the time-out', async () => {
  const held = Promise.withResolvers<string[]>()
  const slow = openDc09(ours, { ...soon, reach: openReach(ours, () => held.promise) })
  expect(await slow.tell(receiver({ host: 'larm.exempel.se' }), signal, 1)).toMatchObject(late)
  held.resolve(['127.0.0.1'])
  await held.promise
  expect(await openDc09(ours).tell(receiver(), signal, 2)).toMatchObject({ arrived: true })
  expect(centre.heard.map(({ number }) => number)).toEqual(['0002'])
  expect(centre.lines.most).toBe(1)
})

test('does not wait after a complete answer, or after the connection is closed', async () => {
  const patient = openDc09(ours, { quietMs: 60_000 })
  expect(await patient.tell(receiver(), signal, 1)).toMatchObject({ arrived: true })
  const curt = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end('"DUH"')))
  onTestFinished(() => void curt.close())
  await new Promise<void>((resolve) => curt.listen(0, '127.0.0.1', resolve))
  const { port } = curt.address() as AddressInfo
  expect(await patient.tell(receiver({ port }), signal, 1)).toMatchObject({ kind: 'permanent', reason: 'DUH' })
})

test('the time-out covers the name look-up', async () => {
  const resolve = () => new Promise<never>(() => {})
  const sender = openDc09([], { ...soon, reach: openReach(ours, resolve) })
  expect(await sender.tell(receiver({ host: 'larm.exempel.se' }), signal, 1)).toMatchObject(late)
})
