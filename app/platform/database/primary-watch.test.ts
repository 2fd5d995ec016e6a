import type { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '../log.server'
import { type Line, Lines } from './lines.server'
import { watchPrimary } from './primary-watch.server'

/** Tests only the timing of the checks: the database's answers are faked, and so are the timers. */

let answer: () => Promise<void>
/** When each check began, and since when an outage was reported to the pools, in ms since the first check. */
let looks: number[]
let answeredSince: number[]
let sockets: Socket[]
let begun: number
let watch: ReturnType<typeof watchPrimary>

class Told extends Lines {
  override hold(line: Line, socket: Socket) {
    super.hold(line, socket)
    if (looks.length === 0) begun = performance.now()
    looks.push(performance.now() - begun)
    sockets.push(socket)
    Object.assign(line, { connect: () => answer(), end: async () => {} })
  }
  override async admit() {}
  override answeredAgain(since: number) {
    answeredSince.push(since - begun)
  }
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  looks = []
  answeredSince = []
  sockets = []
  answer = async () => {}
  watch = watchPrimary({ host: '127.0.0.1', port: 1 }, new Told(silentLog))
})
afterEach(() => {
  watch.stop()
  vi.useRealTimers()
})

const silent = () => new Promise<void>(() => {})

/** Advances the fake time to `ms` after the first check. Returns when the checks began. */
async function until(ms: number) {
  if (looks.length === 0) await vi.advanceTimersByTimeAsync(1_125)
  await vi.advanceTimersByTimeAsync(begun + ms - performance.now())
  return looks
}

test('checks a primary that answers once a second, and drops no connections', async () => {
  expect(await until(3_999)).toEqual([0, 1_000, 2_000, 3_000])
  expect(answeredSince).toEqual([])
})

test('after a late check it checks more often, and the first answer reports since when there was none', async () => {
  answer = silent
  // The first check is late after 400 ms, noticed at the tick at 500, and abandoned after 1,500: both count as trouble.
  expect(await until(1_750)).toEqual([0, 500, 750, 1_000, 1_250, 1_500, 1_750])
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false, false, false, false])
  answer = async () => {}
  expect((await until(2_000)).slice(7)).toEqual([2_000])
  expect(answeredSince).toEqual([0])
})

test('a refused check is an outage at once, which begins with the first of them', async () => {
  answer = () => Promise.reject(new Error('away'))
  expect(await until(999)).toEqual([0, 250, 500, 750])
  answer = async () => {}
  expect((await until(3_500)).slice(4)).toEqual([1_000, 2_000, 3_000])
  expect(answeredSince).toEqual([0])
  // The next outage has its own start.
  answer = () => Promise.reject(new Error('away'))
  await until(4_250)
  answer = async () => {}
  await until(4_500)
  expect(answeredSince).toEqual([0, 4_000])
})

test('a stopped watch checks no more and destroys its unanswered connections', async () => {
  answer = silent
  await until(500)
  watch.stop()
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true])
  expect(await until(5_000)).toHaveLength(2)
})
