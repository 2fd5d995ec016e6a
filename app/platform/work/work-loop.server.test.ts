import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseAway } from '../database/errors.server'
import { type Fault, noFaultBook } from '../faults/faults.server'
import { silentLog } from '../log.server'
import { startWork } from './work-loop.server'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const noted: Fault[] = []
const faults = { ...noFaultBook, note: (fault: Fault) => void noted.push(fault) }
const ports = () => ({ log: silentLog, faults })

test('waking a task runs it at once until it has no more to do, and runs no other', async () => {
  const left = { mail: [2, 2, 1, 0], sms: [0] }
  const done: string[] = []
  const task = (name: 'mail' | 'sms') => async () => {
    done.push(name)
    return left[name].shift() ?? 0
  }
  const loop = startWork(ports, { mail: task('mail'), sms: task('sms') }, 60_000)
  loop.wake('mail')
  await vi.advanceTimersByTimeAsync(0)
  expect(done).toEqual(['mail', 'mail', 'mail', 'mail'])
  await loop.stop()
})

test('a sweep runs each task once, one after the other, without waking', async () => {
  const done: string[] = []
  const task = (name: string) => async () => {
    done.push(name)
    return 0
  }
  const loop = startWork(ports, { mail: task('mail'), sms: task('sms'), push: task('push') }, 3_000)
  await vi.advanceTimersByTimeAsync(999)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual(['mail'])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(done).toEqual(['mail', 'sms', 'push', 'mail'])
  await loop.stop()
  // A timer left running would keep the process from ending.
  expect(vi.getTimerCount()).toBe(0)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(done).toHaveLength(4)
})

test('stopping waits for the running task and starts no other', async () => {
  const held = Promise.withResolvers<number>()
  let begun = 0
  const mail = () => {
    begun++
    return held.promise
  }
  const loop = startWork(ports, { mail }, 1_000)
  loop.wake('mail')
  let isStopped = false
  const stopped = loop.stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(5_000)
  expect([isStopped, begun]).toEqual([false, 1])
  held.resolve(1)
  await stopped
  loop.wake('mail')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(begun).toBe(1)
})

test('a task that fails is told to administrators, unless the database was away, and runs again with the next sweep', async () => {
  noted.length = 0
  const errors = [new Error('broken'), new DatabaseAway()]
  let begun = 0
  const mail = async () => {
    const error = errors[begun++]
    if (error) throw error
    return 0
  }
  const loop = startWork(ports, { mail }, 1_000)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(begun).toBe(3)
  expect(noted).toEqual([{ error: errors[0], place: 'mail', requestId: null }])
  await loop.stop()
})
