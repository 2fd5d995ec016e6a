import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../test/support/database'
import { soon } from '../../../test/support/pace/soon'
import { silentLog } from '../log.server'
import type { Topic } from './hint'
import { type Listener, openListener } from './listener.server'
import { type Live, openLive, payloadsOf } from './live.server'

const database = useDatabase()
let listeners: Listener[]
let here: Live
let there: Live

beforeAll(() => {
  // Simulates two processes on one database.
  listeners = [openListener(database.pool, silentLog), openListener(database.pool, silentLog)]
  const [first, second] = listeners.map((listener) => openLive(database.db, listener, silentLog))
  here = first as Live
  there = second as Live
})

afterAll(async () => {
  for (const listener of listeners) await listener.close()
})

test('a hint reaches the followers of its topic once, in every process, and nobody else', async () => {
  const [siv, sivThere, olle] = [vi.fn(), vi.fn(), vi.fn()]
  here.follow(['person:siv', 'postcode:12540'], siv)
  there.follow(['person:siv'], sivThere)
  there.follow(['person:olle'], olle)
  // Each process first gets `null` when its own connection opens; the order is not defined.
  for (const heard of [siv, sivThere, olle]) {
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(null), soon)
    heard.mockClear()
  }

  here.tell({ to: ['person:siv', 'postcode:12540'], about: 'bookings' })
  await vi.waitFor(() => expect(sivThere).toHaveBeenCalled(), soon)
  await vi.waitFor(() => expect(siv).toHaveBeenCalled(), soon)
  expect(siv.mock.calls).toEqual([['bookings']])
  expect(sivThere.mock.calls).toEqual([['bookings']])
  expect(olle).not.toHaveBeenCalled()
})

test('a follower hears nothing after it stops following', async () => {
  const [gone, present] = [vi.fn(), vi.fn()]
  const stop = here.follow(['admin'], gone)
  here.follow(['admin'], present)
  stop()
  there.tell({ to: ['admin'], about: 'payments' })
  await vi.waitFor(() => expect(present).toHaveBeenCalledWith('payments'), soon)
  expect(gone).not.toHaveBeenCalled()
})

test('after a lost connection, followers hear that they may have missed something, and hear again', async () => {
  const heard = vi.fn()
  here.follow(['person:vera'], heard)
  await database.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`,
  )
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(null), soon)
  there.tell({ to: ['person:vera'], about: 'points' })
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('points'), soon)
})

test('splits many topics into payloads under NOTIFY’s limit, each topic once', () => {
  const to = Array.from({ length: 250 }, (_, index): Topic => `person:${String(index).padStart(36, '0')}`)
  const payloads = payloadsOf([
    { to, about: 'alarms' },
    { to: to.slice(0, 9), about: 'alarms' },
    { to: ['admin'], about: 'points' },
  ])
  expect(payloads).toHaveLength(4)
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000)
  expect(payloads.flatMap((payload) => JSON.parse(payload).to)).toEqual([...to, 'admin'])
  expect(payloadsOf([{ to: to.slice(0, 200), about: 'alarms' }])).toHaveLength(2)
})

test('a listener takes more channels while open, and closes its connection', async () => {
  const openLines = async () =>
    (
      await database.pool.query(
        `select from pg_stat_activity where application_name = 'kvartera listens' and datname = current_database()`,
      )
    ).rowCount
  await expect.poll(openLines).toBe(2)
  const listener = openListener(database.pool, silentLog)
  expect(listener.isOpen()).toBe(false)
  const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()]
  listener.on('first', first)
  await vi.waitFor(() => expect(first).toHaveBeenCalledWith(null), soon)
  expect([listener.isOpen(), await openLines()]).toEqual([true, 3])
  listener.on('later', second)
  listener.on('later', third)
  await vi.waitFor(async () => {
    await database.pool.query(`select pg_notify('later', 'hej')`)
    for (const heard of [second, third]) expect(heard).toHaveBeenCalledWith('hej')
  }, soon)
  expect(first).toHaveBeenCalledOnce()
  await listener.close()
  expect(listener.isOpen()).toBe(false)
  await expect.poll(openLines).toBe(2)
})
