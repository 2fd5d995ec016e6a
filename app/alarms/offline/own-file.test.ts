import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ownFile } from './own-file'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const keeps = (text: string | null) => async () => (text === null ? undefined : new Response(text))
const answers = (text: string) => vi.fn(async () => new Response(text))
const saysNothing = () => vi.fn(() => new Promise<Response>(() => {}))
const textOf = async (answer: Promise<Response>) => (await answer).text()

test('the server’s file is used while the server answers', async () => {
  expect(await textOf(ownFile({ fetched: answers('server'), kept: keeps('kept') }, false))).toBe('server')
})

test('a cached page uses cached files without a request', async () => {
  const fetched = saysNothing()
  expect(await textOf(ownFile({ fetched, kept: keeps('kept') }, true))).toBe('kept')
  expect(fetched).not.toHaveBeenCalled()
})

test('a file missing from the cache is requested', async () => {
  expect(await textOf(ownFile({ fetched: answers('server'), kept: keeps(null) }, true))).toBe('server')
})

test('a silent connection is given up after a second, and the cached file is used', async () => {
  const given = textOf(ownFile({ fetched: saysNothing(), kept: keeps('kept') }, false))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await given).toBe('kept')
})

test('without a connection the cached file is used at once', async () => {
  const fetched = () => Promise.reject(new TypeError('no line'))
  expect(await textOf(ownFile({ fetched, kept: keeps('kept') }, false))).toBe('kept')
})

test('without a cached file a slow answer is waited for, and a broken connection is reported', async () => {
  const slow = Promise.withResolvers<Response>()
  const given = textOf(ownFile({ fetched: () => slow.promise, kept: keeps(null) }, false))
  await vi.advanceTimersByTimeAsync(5_000)
  slow.resolve(new Response('server'))
  expect(await given).toBe('server')
  const broken = ownFile({ fetched: () => Promise.reject(new TypeError('no line')), kept: keeps(null) }, false)
  await expect(broken).rejects.toThrow('no line')
})
