import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { serveOnLoopback } from '../../test/support/serve'
import { newestFirst } from './newest-first'
import { createIntake } from './take-in'

/** A server with one place. `/hold` occupies it until the test calls `letGo`. */
let door: Awaited<ReturnType<typeof serveOnLoopback>>
let letGo = () => {}
const heard: string[] = []
const patienceMs = 1_000
let asked = 0
let atTheDoor = 0

beforeAll(async () => {
  const routes = new Hono()
  routes.use((_, next) => {
    atTheDoor++
    return next()
  })
  const stranger = { name: 'somebody', isKnown: false, mostUnfinished: 8 }
  const largest = { bytes: 1_000, readsAway: false, page: () => '' }
  routes.use(
    createIntake({ webProcesses: null }).of(
      () => stranger,
      () => largest,
    ),
  )
  routes.use(newestFirst({ places: 1, mostWaiting: 3, patienceMs }))
  routes.get('/hold', async (c) => {
    await new Promise<void>((resolve) => {
      letGo = resolve
    })
    return c.text('held')
  })
  routes.get('/fail', () => {
    throw new Error('a fault')
  })
  routes.get('/:word', (c) => {
    heard.push(c.req.param('word'))
    return c.text('heard')
  })
  routes.post('/', async (c) => {
    heard.push(await c.req.text())
    return c.text('heard')
  })
  door = await serveOnLoopback(routes, '/door')
})
afterAll(() => door.close())
beforeEach(() => {
  heard.length = 0
  asked = atTheDoor = 0
})

const ask = (word: string, init?: RequestInit) => fetch(`${door.origin}/door/${word}`, init)
const say = (body: string, init?: RequestInit) => fetch(`${door.origin}/door`, { method: 'POST', body, ...init })
/** Waits until the last request has reached the door; its body, and a cut connection, are noticed a moment later. */
async function comesIn() {
  asked++
  await expect.poll(() => atTheDoor).toBe(asked)
  await pause(30)
}

/** Occupies the place and queues the given requests, one after the other. */
async function wait(...words: string[]) {
  const held = ask('hold')
  await comesIn()
  const answers = []
  for (const word of words) {
    answers.push(ask(word))
    await comesIn()
  }
  return { held, answers }
}

test('serves requests in order of arrival (FIFO) while none has waited longer than the patience', async () => {
  const { held, answers } = await wait('first', 'second', 'third')
  letGo()
  await Promise.all([held, ...answers])
  expect(heard).toEqual(['first', 'second', 'third'])
})

test('serves the newest request first (LIFO) once requests have waited longer than the patience', async () => {
  const { held, answers } = await wait('first', 'second', 'third')
  expect(heard).toEqual([])
  await pause(patienceMs)
  letGo()
  expect((await Promise.all([held, ...answers])).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(heard).toEqual(['third', 'second', 'first'])
})

test('carries out a POST although its sender has disconnected', async () => {
  const held = ask('hold')
  await comesIn()
  const line = new AbortController()
  const sent = say('Hjälp, någon är i trapphuset', { signal: line.signal })
  await comesIn()
  line.abort()
  await expect(sent).rejects.toThrow()
  await pause(30)
  letGo()
  await held
  await expect.poll(() => heard).toEqual(['Hjälp, någon är i trapphuset'])
})

test('does not render a GET whose client has disconnected', async () => {
  const held = ask('hold')
  await comesIn()
  const line = new AbortController()
  const gone = ask('gone', { signal: line.signal })
  await comesIn()
  line.abort()
  await expect(gone).rejects.toThrow()
  const stays = ask('stays')
  await comesIn()
  letGo()
  await Promise.all([held, stays])
  expect((await ask('later')).status).toBe(200)
  expect(heard).toEqual(['stays', 'later'])
})

test('when the queue is full, the oldest gets a 503 that says nothing is saved and links to 112', async () => {
  const { held, answers } = await wait('oldest', 'second', 'third', 'newest')
  const away = await answers[0]
  expect(away?.status).toBe(503)
  const words = await away?.text()
  expect(words).toContain('inte sparat')
  expect(words).toContain('href="tel:112"')
  await pause(patienceMs)
  letGo()
  await Promise.all([held, ...answers])
  expect(heard).toEqual(['newest', 'third', 'second'])
})

test('a request that fails releases its place', async () => {
  expect((await ask('fail')).status).toBe(500)
  expect((await ask('next')).status).toBe(200)
})
