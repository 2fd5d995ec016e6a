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

test('the first check stores the subscription and sends nothing', async () => {
  const { ports, said, memory } = browser({ has: subscription('one') })
  await keepPush(ports)
  expect(memory()).toEqual(told('one'))
  expect(said).toEqual([])
  await keepPush(ports)
  expect(said).toEqual([])
})

test('does nothing in a browser without push', async () => {
  const { ports, said, asked, memory } = browser({ has: null })
  await keepPush(ports)
  expect([said, asked, memory()]).toEqual([[], [], undefined])
})

test('sends a new address to the server with the old one and its secret', async () => {
  const { ports, said, memory } = browser({ told: told('one'), has: subscription('two') })
  await keepPush(ports)
  expect(said).toEqual([renewal])
  expect(memory()).toEqual(told('two'))
})

test('uses the browser’s old subscription when none is stored', async () => {
  const { ports, said } = browser({ has: subscription('two') })
  await keepPush(ports, subscription('one'))
  expect(said).toEqual([renewal])
})

test('subscribes again with the same key when the subscription is gone', async () => {
  const { ports, said, asked, memory } = browser({ told: told('one'), has: null, gives: subscription('two') })
  await keepPush(ports)
  expect(asked).toEqual(['AQL6_w'])
  expect(said).toEqual([renewal])
  expect(memory()).toEqual(told('two'))
})

test('marks push as lost when the browser refuses, and does not ask again', async () => {
  const { ports, said, asked, memory } = browser({ told: told('one'), has: null })
  await keepPush(ports)
  expect(memory()).toEqual({ ...told('one'), isLost: true })
  await keepPush(ports)
  expect([said, asked]).toEqual([[], ['AQL6_w']])
})

test.each([404, 422])('marks push as lost when the server answers %i', async (answers) => {
  const { ports, memory } = browser({ told: told('one'), has: subscription('two'), answers })
  await keepPush(ports)
  expect(memory()).toEqual({ ...told('two'), isLost: true })
})

test('stores the new address when the server has it already (409)', async () => {
  const { ports, memory } = browser({ told: told('one'), has: subscription('two'), answers: 409 })
  await keepPush(ports)
  expect(memory()).toEqual(told('two'))
})

test.each([500, 503, 429, 0] as const)('throws so that it is retried when the server answers %i', async (answers) => {
  const { ports, memory } = browser({ told: told('one'), has: subscription('two'), answers })
  await expect(keepPush(ports)).rejects.toThrow(NotTold)
  expect(memory()).toEqual(told('one'))
})

test('throws so that it is retried when there is no connection', async () => {
  const { ports, memory } = browser({ told: told('one'), has: subscription('two'), answers: 'no line' })
  await expect(keepPush(ports)).rejects.toThrow(TypeError)
  expect(memory()).toEqual(told('one'))
})

test('registering again clears a lost subscription', async () => {
  const { ports, memory } = browser({ told: { ...told('one'), isLost: true }, has: subscription('two') })
  await rememberPush(ports)
  expect(memory()).toEqual(told('two'))
})

test('a late answer about an old subscription does not overwrite a newer one (race condition)', async () => {
  const { ports, memory } = browser({ told: told('one'), has: subscription('two') })
  const answer = Promise.withResolvers<number>()
  const toPush = inTurn()
  const kept = toPush(() => keepPush({ ...ports, tell: () => answer.promise }))
  const remembered = toPush(() => rememberPush({ ...ports, current: async () => subscription('three') }))
  answer.resolve(404)
  await Promise.all([kept, remembered])
  expect(memory()).toEqual(told('three'))
})

test('a failed task does not block the next in the queue', async () => {
  const toPush = inTurn()
  await toPush(() => Promise.reject(new Error('no store')))
  const { ports, memory } = browser({ has: subscription('one') })
  await toPush(() => rememberPush(ports))
  expect(memory()).toEqual(told('one'))
})
