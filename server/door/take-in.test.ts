import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { serveOnLoopback } from '../../test/support/serve'
import { createIntake } from './take-in'

let door: Awaited<ReturnType<typeof serveOnLoopback>>
const intake = createIntake({ webProcesses: null })
const heard: string[] = []
const lines: Socket[] = []

beforeAll(async () => {
  const routes = new Hono()
  routes.use(
    intake.of(
      (c) => ({ name: c.req.header('from') ?? '', isKnown: c.req.header('from') !== 'stranger', mostUnfinished: 3 }),
      (c) => ({ bytes: 100_000, readsAway: c.req.path.endsWith('/picture'), page: () => 'too large' }),
    ),
  )
  routes.post('/*', async (c) => {
    heard.push(await c.req.text())
    return c.text('heard')
  })
  door = await serveOnLoopback(routes, '/door')
})
afterAll(() => door.close())
beforeEach(() => {
  heard.length = 0
  for (const line of lines.splice(0)) line.destroy()
})

/** Announces ten bytes and sends only the given part of them. */
async function begin(from: string, sent: string) {
  const line = connect(Number(new URL(door.origin).port), '127.0.0.1')
  lines.push(line)
  const answer = { text: '', isClosed: false }
  line.on('data', (chunk) => {
    answer.text += chunk
  })
  line.on('close', () => {
    answer.isClosed = true
  })
  line.on('error', () => {})
  line.write(`POST /door HTTP/1.1\r\nHost: x\r\nFrom: ${from}\r\nContent-Length: 10\r\n\r\n${sent}`)
  await pause(30)
  return { answer, send: (more: string) => line.write(more) }
}

test('passes on a body once it is complete, in however many pieces it arrives', async () => {
  const { answer, send } = await begin('siv', 'Hjälp')
  expect(heard).toEqual([])
  send('!')
  send('!!!')
  await expect.poll(() => answer.text).toContain('200 OK')
  expect(heard).toEqual(['Hjälp!!!!'])
})

test('a sender with too many unfinished requests gets a 408 for the one closest to its timeout, and others lose none', async () => {
  const other = await begin('bo', '12345')
  const own: Awaited<ReturnType<typeof begin>>[] = []
  for (const sent of ['1', '12', '123', '1234']) own.push(await begin('siv', sent))
  await expect.poll(() => own[0]?.answer.text).toContain('408')
  await expect.poll(() => own[0]?.answer.isClosed).toBe(true)
  expect(own[0]?.answer.text).toContain('href="tel:112"')
  expect(own.slice(1).map(({ answer }) => answer)).toEqual(Array(3).fill({ text: '', isClosed: false }))
  for (const [index, line] of own.slice(1).entries()) line.send('1234567890'.slice(index + 2))
  other.send('67890')
  await expect.poll(() => heard.length).toBe(4)
  expect(heard).toEqual(Array(4).fill('1234567890'))
})

test('cuts a stranger’s unfinished request to free a connection, and never a known sender’s', async () => {
  const known = await begin('siv', '1')
  const stranger = await begin('stranger', '123456789')
  expect(intake.cutStranger()).toBe(true)
  await expect.poll(() => stranger.answer.isClosed).toBe(true)
  expect(intake.cutStranger()).toBe(false)
  known.send('234567890')
  await expect.poll(() => heard).toEqual(['1234567890'])
})

test('answers 408 to a sender who is silent for ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  try {
    const silent = begin('siv', '1')
    await vi.advanceTimersByTimeAsync(31)
    const { answer } = await silent
    await new Promise(setImmediate)
    for (let n = 0; n < 20; n++) await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(9_800)
    expect(answer.text).toBe('')
    await vi.advanceTimersByTimeAsync(300)
    vi.useRealTimers()
    await expect.poll(() => answer.text).toContain('408')
  } finally {
    vi.useRealTimers()
  }
})

test('answers 413 to a body that is too large, also where the whole body is read first', async () => {
  const send = (path: string) => fetch(`${door.origin}${path}`, { method: 'POST', body: 'x'.repeat(100_001) })
  expect((await send('/door')).status).toBe(413)
  expect((await send('/door/picture')).status).toBe(413)
  expect(heard).toEqual([])
})

test('discards a body whose sender disconnects halfway', async () => {
  await begin('siv', '12345')
  lines.at(-1)?.destroy()
  await pause(50)
  expect(heard).toEqual([])
})
