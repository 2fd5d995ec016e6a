import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { openSilentProxy, type SilentProxy, socketIn } from '../../../test/support/counterparts/silent-proxy'
import { useDatabase } from '../../../test/support/database'
import { soon } from '../../../test/support/pace/soon'
import { silentLog } from '../log.server'
import { type Listener, openListener } from '../realtime/listener.server'
import { asProduct, openPool } from './database.server'
import { isDatabaseFault } from './errors.server'
import { Lines } from './lines.server'
import { watchPrimary } from './primary-watch.server'
import { watchStandby } from './standby-watch.server'

/** A database that stops answering without closing its connections (half-open TCP). */
const database = useDatabase()
let proxy: SilentProxy
let pool: ReturnType<typeof openPool>
let listener: Listener | null = null

beforeEach(async () => {
  const { host, user } = inject('postgres')
  proxy = await openSilentProxy(socketIn(host))
  const name = decodeURIComponent(new URL(database.url.replace('@/', '@x/')).pathname.slice(1))
  const there = asProduct({ host: '127.0.0.1', port: proxy.port, user, database: name })
  pool = openPool({ ...there, max: 4 }, silentLog, { queryMs: 1_500 })
})
afterEach(async () => {
  await listener?.close()
  listener = null
  await proxy.close()
  await pool.end()
})

const asked = () => pool.query('select 1 as one').then(({ rows }) => rows[0]?.one as number)

test('a query time-out drops the silent connection and the idle ones, and new ones are opened', async () => {
  await Promise.all([1, 2, 3, 4].map(asked))
  proxy.silenceOld()
  // The query fails although its connection stays silent.
  const fault = await asked().catch((error: unknown) => error)
  expect(isDatabaseFault(fault)).toBe(true)
  // The three idle connections are silent too: without the cut, the next queries would fail on them.
  expect(await Promise.all([1, 2, 3, 4].map(asked))).toEqual([1, 1, 1, 1])
})

test('idle connections from an outage are dropped when the primary answers again', async () => {
  const lines = new Lines(silentLog)
  const login = asProduct({ host: '127.0.0.1', port: proxy.port, user: 'kvartera', database: 'postgres' })
  const watch = watchPrimary(login, lines)
  // No idle timeout: otherwise the pool would drop them by itself after some seconds, during which somebody may be lent
  // one.
  const watched = openPool({ ...login, lines, max: 4, idleTimeoutMillis: 0 }, silentLog)
  await Promise.all([1, 2, 3, 4].map(() => watched.query('select 1')))
  proxy.silenceAll()
  // The number of silent connections falls once a check has timed out and closed its own.
  let most = 0
  await vi.waitFor(() => {
    most = Math.max(most, proxy.silentLines())
    expect(proxy.silentLines()).toBeLessThan(most)
  }, soon)
  proxy.speak()
  await vi.waitFor(() => expect(proxy.silentLines()).toBe(0), soon)
  expect(watched.totalCount).toBe(0)
  watch.stop()
  await watched.end()
})

test('the standby watch leaves no silent connections behind', { tags: ['long'] }, async () => {
  const lines = new Lines(silentLog)
  const login = asProduct({ host: '127.0.0.1', port: proxy.port, user: 'kvartera', database: 'postgres' })
  const watch = watchStandby({ login, lines, log: silentLog, whenMissing: 'stop' })
  await watch.first()
  proxy.silenceAll()
  await vi.waitFor(() => expect(proxy.silentUnusedLines()).toBe(0), soon)
  // The watch's own connection is abandoned, and its next one is silent from the beginning.
  await vi.waitFor(() => expect(proxy.silentLines()).toBe(0), soon)
  await vi.waitFor(() => expect(proxy.silentLines()).toBe(1), soon)
  proxy.speak()
  await vi.waitFor(() => expect(proxy.silentLines()).toBe(0), soon)
  watch.stop()
})

test('a transaction on a silent connection fails and frees its place in the pool', async () => {
  const client = await pool.connect()
  await client.query('begin')
  proxy.silenceAll()
  const faults = [client.query('select 1'), client.query('rollback')].map((query) =>
    query.catch((error: unknown) => error),
  )
  for (const fault of await Promise.all(faults)) expect(isDatabaseFault(fault)).toBe(true)
  client.release()
  proxy.speak()
  expect(await asked()).toBe(1)
})

test('a statement time-out ends a slow query, and the connection stays usable', async () => {
  const client = await pool.connect()
  const fault = await client.query('select pg_sleep(5)').catch((error: unknown) => error)
  expect(fault).toMatchObject({ code: '57014' })
  expect(isDatabaseFault(fault)).toBe(true)
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  client.release()
})

test('a listener notices a dead connection, listens again and hears that it may have missed something', {
  tags: ['long'],
}, async () => {
  listener = openListener(pool, silentLog)
  const heard = vi.fn()
  listener.on('prov', heard)
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(null), soon)
  heard.mockClear()
  proxy.silenceOld()
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(null), soon)
  await database.pool.query(`select pg_notify('prov', 'hej')`)
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('hej'), soon)
})

test('a listener that is refused at first tries again, and then says that it may have missed something', async () => {
  const { port } = pool.options
  // Nobody listens there.
  pool.options.port = 1
  listener = openListener(pool, silentLog)
  pool.options.port = port
  const heard = vi.fn()
  listener.on('prov', heard)
  expect(listener.isOpen()).toBe(false)
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(null), soon)
  await vi.waitFor(() => expect(listener?.isOpen()).toBe(true), soon)
  await database.pool.query(`select pg_notify('prov', 'hej')`)
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('hej'), soon)
})

test('a listener with a dead connection can be closed', async () => {
  listener = openListener(pool, silentLog)
  const heard = vi.fn()
  listener.on('prov', heard)
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(null), soon)
  proxy.silenceAll()
  await listener.close()
  listener = null
})

test('a handler that throws does not affect other handlers', async () => {
  listener = openListener(pool, silentLog)
  const other = vi.fn()
  listener.on('prov', (payload) => {
    if (payload === '') throw new Error('not to be borne')
  })
  listener.on('prov', other)
  await vi.waitFor(() => expect(other).toHaveBeenCalledWith(null), soon)
  await database.pool.query(`select pg_notify('prov', '')`)
  await vi.waitFor(() => expect(other).toHaveBeenCalledWith(''), soon)
})
