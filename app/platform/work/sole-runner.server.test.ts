import { expect, test, vi } from 'vitest'
import { silentLog } from '../log.server'
import { oneRun, type Turn } from './one-run'
import { soleRunner } from './sole-runner.server'

test('runs once at a time, and gives up a run that hangs after its time limit', async () => {
  let begun = 0
  const runner = soleRunner(() => ({ log: silentLog }), {
    name: 'work',
    work: () => (++begun === 1 ? new Promise<boolean>(() => {}) : Promise.resolve(false)),
    limitMs: 50,
  })
  const hangs = runner.run()
  expect(runner.run()).toBe(hangs)
  expect(begun).toBe(1)
  await hangs
  // For the call that came while the first hung.
  expect(begun).toBe(2)
  await runner.run()
  expect(begun).toBe(3)
})

test('requests during a run lead to one more run after it', async () => {
  const held: (() => void)[] = []
  const runner = soleRunner(() => ({ log: silentLog }), {
    name: 'work',
    work: () => new Promise<boolean>((end) => held.push(() => end(false))),
  })
  const asked = [runner.run(), runner.run(), runner.run()]
  held[0]?.()
  await expect.poll(() => held.length).toBe(2)
  held[1]?.()
  await Promise.all(asked)
  await runner.idle()
  expect(held).toHaveLength(2)
})

test('a run that fails is logged by its code and name only, and the next request runs again', async () => {
  const error = vi.fn()
  let begun = 0
  const runner = soleRunner(() => ({ log: { ...silentLog, error } }), {
    name: 'work',
    work: async () => {
      if (++begun === 1) throw Object.assign(new Error('a secret'), { code: '57P01' })
      return false
    },
  })
  await runner.run()
  expect(error.mock.calls).toEqual([
    [{ work: 'work', code: '57P01', error: 'Error' }, 'work failed; the next run tries again'],
  ])
  expect(begun).toBe(1)
  await runner.run()
  expect([begun, error.mock.calls.length]).toEqual([2, 1])
})

test('a run that set items aside is logged with their ids, and with no more than twenty', async () => {
  const error = vi.fn()
  const all = Array.from({ length: 25 }, (_, n) => `item ${n}`)
  const work = async () => {
    const left = [...all]
    const next = async ({ claimed }: Turn) => {
      const id = left.shift()
      if (id === undefined) return false
      claimed(id)
      throw new Error('a secret')
    }
    return (await oneRun(({ through }) => through(next))) > 0
  }
  await soleRunner(() => ({ log: { ...silentLog, error } }), { name: 'work', work }).run()
  expect(error.mock.calls[0]?.[0]).toEqual({ work: 'work', error: 'Error', setAside: all.slice(0, 20) })
})

test('a request during a run that fails is run after it', async () => {
  const lost = Promise.withResolvers<boolean>()
  let begun = 0
  const runner = soleRunner(() => ({ log: silentLog }), {
    name: 'work',
    work: () => (++begun === 1 ? lost.promise : Promise.resolve(false)),
  })
  const first = runner.run()
  const second = runner.run()
  lost.reject(new Error('lost'))
  await Promise.all([first, second])
  expect(begun).toBe(2)
})

test('a run that says there may be more is followed by another, and nobody waits when nothing runs', async () => {
  const left = [true, true, false]
  const runner = soleRunner(() => ({ log: silentLog }), { name: 'work', work: async () => left.shift() ?? true })
  await runner.idle()
  await runner.run()
  expect(left).toEqual([])
})
