import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ownFile } from './own-file'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const keeps = (text: string | null) => async () => (text === null ? undefined : new Response(text))
const answers = (text: string) => vi.fn(async () => new Response(text))
const saysNothing = () => vi.fn(() => new Promise<Response>(() => {}))
const textOf = async (answer: Promise<Response>) => (await answer).text()

test('the server’s is given while it answers, for its page may be of another version', async () => {
  expect(await textOf(ownFile({ fetched: answers('server'), kept: keeps('kept') }, false))).toBe('server')
})

test('of a page that was kept all is kept, and nothing is asked of the line that was lost', async () => {
  const fetched = saysNothing()
  expect(await textOf(ownFile({ fetched, kept: keeps('kept') }, true))).toBe('kept')
  expect(fetched).not.toHaveBeenCalled()
})

test('what was not kept with its page is asked for', async () => {
  expect(await textOf(ownFile({ fetched: answers('server'), kept: keeps(null) }, true))).toBe('server')
})

test('a line that says nothing is given up after a second', async () => {
  const given = textOf(ownFile({ fetched: saysNothing(), kept: keeps('kept') }, false))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await given).toBe('kept')
})

test('without a line it is the kept one at once', async () => {
  const fetched = () => Promise.reject(new TypeError('no line'))
  expect(await textOf(ownFile({ fetched, kept: keeps('kept') }, false))).toBe('kept')
})

test('where none is kept a slow answer is waited for, and a line that breaks is told of', async () => {
  const slow = Promise.withResolvers<Response>()
  const given = textOf(ownFile({ fetched: () => slow.promise, kept: keeps(null) }, false))
  await vi.advanceTimersByTimeAsync(5_000)
  slow.resolve(new Response('server'))
  expect(await given).toBe('server')
  const broken = ownFile({ fetched: () => Promise.reject(new TypeError('no line')), kept: keeps(null) }, false)
  await expect(broken).rejects.toThrow('no line')
})
