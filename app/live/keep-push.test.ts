import { expect, test } from 'vitest'
import { inTurn, keepPush, NotTold, type PushPorts, rememberPush, type Subscribed } from './keep-push'
import type { Told } from './push-memory'

const key = new Uint8Array([1, 2, 250, 255])
const subscription = (name: string): Subscribed => ({
  endpoint: `https://push.test/${name}`,
  options: { applicationServerKey: key.buffer },
  toJSON: () => ({ endpoint: `https://push.test/${name}`, keys: { p256dh: `p-${name}`, auth: `a-${name}` } }),
})
const told = (name: string): Told => ({
  endpoint: `https://push.test/${name}`,
  p256dh: `p-${name}`,
  auth: `a-${name}`,
  key: 'AQL6_w',
})

type Browser = { told?: Told; has: Subscribed | null; gives?: Subscribed | 'no'; answers?: number | 'no line' }

function browser({ told: known, has, gives = 'no', answers = 200 }: Browser) {
  const said: Record<string, string>[] = []
  const asked: string[] = []
  let memory = known
  const ports: PushPorts = {
    current: async () => has,
    async subscribe(given) {
      asked.push(given)
      if (gives === 'no') throw new DOMException('no', 'NotAllowedError')
      return gives
    },
    read: async () => memory,
    async write(next) {
      memory = next
    },
    async tell(fields) {
      if (answers === 'no line') throw new TypeError('Failed to fetch')
      said.push(fields)
      return answers
    },
  }
  return { ports, said, asked, memory: () => memory }
}

const renewal = {
  old: 'https://push.test/one',
  oldAuth: 'a-one',
  endpoint: 'https://push.test/two',
  p256dh: 'p-two',
  auth: 'a-two',
}

test('the first look remembers what there is and tells nobody', async () => {
  const { ports, said, memory } = browser({ has: subscription('one') })
  await keepPush(ports)
  expect(memory()).toEqual(told('one'))
  expect(said).toEqual([])
  await keepPush(ports)
  expect(said).toEqual([])
})

test('a browser without push is left alone', async () => {
  const { ports, said, asked, memory } = browser({ has: null })
  await keepPush(ports)
  expect([said, asked, memory()]).toEqual([[], [], undefined])
})

test('another address is told with the old one and its secret', async () => {
  const { ports, said, memory } = browser({ told: told('one'), has: subscription('two') })
  await keepPush(ports)
  expect(said).toEqual([renewal])
  expect(memory()).toEqual(told('two'))
})

test('what was is believed of the browser where nothing is remembered', async () => {
  const { ports, said } = browser({ has: subscription('two') })
  await keepPush(ports, subscription('one'))
  expect(said).toEqual([renewal])
})

test('one that was taken away is asked for anew, for the same key', async () => {
  const { ports, said, asked, memory } = browser({ told: told('one'), has: null, gives: subscription('two') })
  await keepPush(ports)
  expect(asked).toEqual(['AQL6_w'])
  expect(said).toEqual([renewal])
  expect(memory()).toEqual(told('two'))
})

test('where the browser says no, push is lost, and the page is what says so', async () => {
  const { ports, said, asked, memory } = browser({ told: told('one'), has: null })
  await keepPush(ports)
  expect(memory()).toEqual({ ...told('one'), isLost: true })
  await keepPush(ports)
  expect([said, asked]).toEqual([[], ['AQL6_w']])
})

test.each([404, 422])('what the server does not know, or will not have, is lost: %i', async (answers) => {
  const { ports, memory } = browser({ told: told('one'), has: subscription('two'), answers })
  await keepPush(ports)
  expect(memory()).toEqual({ ...told('two'), isLost: true })
})

test('what somebody has registered by a page is settled', async () => {
  const { ports, memory } = browser({ told: told('one'), has: subscription('two'), answers: 409 })
  await keepPush(ports)
  expect(memory()).toEqual(told('two'))
})

test.each([500, 503, 429, 0] as const)('an answer that is none is tried again: %i', async (answers) => {
  const { ports, memory } = browser({ told: told('one'), has: subscription('two'), answers })
  await expect(keepPush(ports)).rejects.toThrow(NotTold)
  expect(memory()).toEqual(told('one'))
})

test('without a line it is tried again', async () => {
  const { ports, memory } = browser({ told: told('one'), has: subscription('two'), answers: 'no line' })
  await expect(keepPush(ports)).rejects.toThrow(TypeError)
  expect(memory()).toEqual(told('one'))
})

test('a person who says yes again is all that a lost one needs', async () => {
  const { ports, memory } = browser({ told: { ...told('one'), isLost: true }, has: subscription('two') })
  await rememberPush(ports)
  expect(memory()).toEqual(told('two'))
})

test('what a page has registered while the server was slow about the one before is not lost by its answer', async () => {
  const { ports, memory } = browser({ told: told('one'), has: subscription('two') })
  const answer = Promise.withResolvers<number>()
  const toPush = inTurn()
  const kept = toPush(() => keepPush({ ...ports, tell: () => answer.promise }))
  const remembered = toPush(() => rememberPush({ ...ports, current: async () => subscription('three') }))
  answer.resolve(404)
  await Promise.all([kept, remembered])
  expect(memory()).toEqual(told('three'))
})

test('one that fails is in no other’s way', async () => {
  const toPush = inTurn()
  await toPush(() => Promise.reject(new Error('no store')))
  const { ports, memory } = browser({ has: subscription('one') })
  await toPush(() => rememberPush(ports))
  expect(memory()).toEqual(told('one'))
})
