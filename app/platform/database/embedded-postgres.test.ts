import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { soon } from '../../../test/support/pace/soon'
import { ConfigError } from '../config-error'
import { findPlace, forgetPlace } from './cluster-place.server'
import { type Cluster, type ClusterOptions, isUp, startCluster, stopNow, throwDown } from './embedded-postgres.server'

const folders: string[] = []
const clusters: Cluster[] = []

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-cluster-'))
  folders.push(folder)
  return folder
}

async function start(folder: string, options: Partial<ClusterOptions> = {}) {
  const cluster = await startCluster({ folder, ...options })
  clusters.push(cluster)
  return cluster
}

/** A stopped cluster, copied for each test: making one takes the longest. */
let made: string
beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'kvartera-cluster-made-'))
  await (await startCluster({ folder: made })).stop()
})
afterAll(() => forgetPlace(made))

function copied() {
  const folder = newFolder()
  cpSync(findPlace(made).data, findPlace(folder).data, { recursive: true })
  return folder
}

/** A folder with something in it that PostgreSQL recognises as a database and does not start on. */
function unusable() {
  const folder = newFolder()
  const { data } = findPlace(folder)
  layOut(data)
  return folder
}
function layOut(data: string) {
  mkdirSync(data)
  writeFileSync(join(data, 'PG_VERSION'), '9.6')
  writeFileSync(join(data, 'postgresql.conf'), '')
}

async function query(cluster: Cluster, sql: string) {
  const client = new pg.Client(cluster.connection)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

const lockFile = (folder: string) => join(findPlace(folder).data, 'postmaster.pid')
const postmasterPid = (folder: string) => Number.parseInt(readFileSync(lockFile(folder), 'utf8'), 10)
const logOf = (folder: string) => readFileSync(findPlace(folder).log, 'utf8')
/** What PostgreSQL says if it is started on data that a server runs on, or seems to. */
const lockRefused = /FATAL: +lock file/
const faultOf = (asked: Promise<unknown>) => asked.then(() => null).catch((error: unknown) => error)

/** Of `expect.poll`, which would move the held time. */
async function until(isSo: () => boolean | Promise<boolean>) {
  while (!(await isSo())) await pause(20)
}

/** The supervisor looks when the test says so. */
const holdTicks = () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}

afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(clusters.splice(0).map((cluster) => cluster.stop()))
  for (const folder of folders.splice(0)) forgetPlace(folder)
})

test('a stopped database keeps its rows and starts again, also from a copy that others may read', async () => {
  const folder = copied()
  const first = await start(folder)
  await query(first, 'create table kept (n int)')
  await query(first, 'insert into kept values (7)')
  await first.stop()
  chmodSync(findPlace(folder).data, 0o755)

  const second = await start(folder)
  expect(await query(second, 'select n from kept')).toEqual([{ n: 7 }])
})

test('takes over a database that a killed process left running instead of starting a second', async () => {
  const folder = copied()
  const abandoned = await start(folder)
  const pid = postmasterPid(folder)
  const successor = await start(folder)
  expect([abandoned.adopted, successor.adopted]).toEqual([false, true])
  expect(postmasterPid(folder)).toBe(pid)
  expect(await query(successor, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(logOf(folder)).not.toMatch(lockRefused)
})

test('runs in its own process group with a log of its own, and leaves no session behind by looking', async () => {
  const folder = copied()
  const cluster = await start(folder)
  const pid = postmasterPid(folder)
  // Ctrl-C must not reach it.
  expect(Number(execFileSync('ps', ['-o', 'pgid=', '-p', `${pid}`], { encoding: 'utf8' }))).toBe(pid)
  expect(statSync(findPlace(folder).log).mode & 0o777).toBe(0o600)
  const others = `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
  await expect.poll(async () => (await query(cluster, others)).length, soon).toBe(0)
})

test('a killed database restarts by itself with what was committed, each time', async () => {
  holdTicks()
  const onRestart = vi.fn()
  const folder = copied()
  const cluster = await start(folder, { onRestart })
  await query(cluster, 'create table kept (n int)')
  await query(cluster, 'insert into kept values (1)')
  vi.advanceTimersByTime(500)
  expect(onRestart).not.toHaveBeenCalled()
  const killIt = async () => {
    process.kill(postmasterPid(folder), 'SIGKILL')
    await until(() => !isUp(findPlace(folder)))
  }
  const isBack = () => query(cluster, 'select n from kept').catch(() => null)

  await killIt()
  vi.advanceTimersByTime(499)
  expect(onRestart).not.toHaveBeenCalled()
  // A start that is under way is not begun again.
  vi.advanceTimersByTime(1_001)
  expect(onRestart).toHaveBeenCalledTimes(1)
  await until(async () => (await isBack()) !== null)
  expect(await isBack()).toEqual([{ n: 1 }])

  // As long as it cannot start, one start tries again, however often the supervisor looks.
  await killIt()
  const settings = join(findPlace(folder).data, 'postgresql.conf')
  const usual = readFileSync(settings, 'utf8')
  writeFileSync(settings, 'no_such_setting = on')
  await until(() => {
    vi.advanceTimersByTime(500)
    return (logOf(folder).match(/no_such_setting/g)?.length ?? 0) > 2
  })
  expect(onRestart.mock.calls.length).toBeLessThan(3)
  writeFileSync(settings, usual)
  await until(async () => {
    vi.advanceTimersByTime(500)
    return (await isBack()) !== null
  })
  expect(await isBack()).toEqual([{ n: 1 }])
})

test.each<[string, (cluster: Cluster) => unknown]>([
  ['stop()', (cluster) => cluster.stop()],
  ['stopNow()', (cluster) => cluster.stopNow()],
])('%s ends the database with its sessions in good order, and for good', async (_, end) => {
  holdTicks()
  const onRestart = vi.fn()
  const folder = copied()
  const place = findPlace(folder)
  const cluster = await start(folder, { onRestart })
  const session = new pg.Client(cluster.connection)
  session.on('error', () => {})
  await session.connect()
  await end(cluster)
  if (end.toString().includes('stopNow')) await until(() => !isUp(place))
  expect([isUp(place), existsSync(lockFile(folder))]).toEqual([false, false])
  expect(logOf(folder)).toContain('fast shutdown request')
  vi.advanceTimersByTime(5_000)
  expect(onRestart).not.toHaveBeenCalled()
  await cluster.stop()
})

test('a database that hangs is not waited for: a start says so, and a stop leaves it after fifteen seconds', async () => {
  const folder = copied()
  const cluster = await start(folder)
  const pid = postmasterPid(folder)
  process.kill(pid, 'SIGSTOP')
  expect(await faultOf(startCluster({ folder, startMs: -1 }))).toMatchObject({
    message: `PostgreSQL does not start. More is in ${findPlace(folder).log}.`,
  })
  const now = Date.now()
  const clock = vi
    .spyOn(Date, 'now')
    .mockReturnValueOnce(now)
    .mockReturnValueOnce(now + 15_000)
  clock.mockReturnValue(now + 15_001)
  let isAnswering = false
  setImmediate(() => {
    isAnswering = true
  })
  await cluster.stop()
  expect(isAnswering, 'who stops goes on answering').toBe(true)
  clock.mockRestore()
  process.kill(pid, 'SIGCONT')
  await expect.poll(() => isUp(findPlace(folder)), soon).toBe(false)
  expect(logOf(folder)).toContain('immediate shutdown request')
})

test('data that are no longer needed are ended at once, and waited for', async () => {
  const folder = copied()
  await start(folder)
  throwDown(findPlace(folder))
  expect(isUp(findPlace(folder))).toBe(false)
  expect(logOf(folder)).toContain('immediate shutdown request')
})

test('a database that hangs and whose data are no longer needed is killed after five seconds', async () => {
  const folder = copied()
  await start(folder)
  process.kill(postmasterPid(folder), 'SIGSTOP')
  // The five seconds pass at once; what comes after is waited for.
  const { wait } = Atomics
  const slept: unknown[][] = []
  vi.spyOn(Atomics, 'wait').mockImplementation(((...given: Parameters<typeof wait>) =>
    slept.push(given.slice(1)) > 250 ? wait(...given) : 'timed-out') as typeof wait)
  const sent: [unknown, number][] = []
  const kill = process.kill.bind(process)
  vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
    if (signal !== 0) sent.push([signal, slept.length])
    return kill(pid, signal)
  })
  throwDown(findPlace(folder))
  expect(isUp(findPlace(folder))).toBe(false)
  expect(sent).toEqual([
    ['SIGQUIT', 0],
    ['SIGKILL', 250],
  ])
  expect(slept.slice(0, 250)).toEqual(Array(250).fill([0, 0, 20]))
})

test('a lock file that names another’s process harms neither', async () => {
  const folder = copied()
  const place = findPlace(folder)
  // Of the same user, so that PostgreSQL itself would take it for a server on these data.
  const other = spawn('sleep', ['600'], { stdio: 'ignore', cwd: '/', ...place.binaries.runAs })
  onTestFinished(() => void other.kill('SIGKILL'))
  writeFileSync(lockFile(folder), `${other.pid}\n${place.data}\n`, { mode: 0o644 })
  expect(isUp(place)).toBe(false)
  stopNow(place)
  throwDown(place)
  const cluster = await start(folder, { startMs: 10_000 })
  expect(await query(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(logOf(folder)).not.toMatch(lockRefused)
  await new Promise(setImmediate)
  expect([other.exitCode, other.signalCode]).toEqual([null, null])
})

test('a start that cannot succeed says why at once, and leaves PostgreSQL’s own lock file to it', async () => {
  const folder = unusable()
  const { log, data } = findPlace(folder)
  writeFileSync(log, 'FATAL:  what was so yesterday\n')
  // It tells PostgreSQL whether sessions of a server that was killed still run.
  writeFileSync(lockFile(folder), `${spawnSync('true').pid}\n${data}\n`, { mode: 0o644 })
  const fault = await faultOf(start(folder))
  expect(fault).toBeInstanceOf(ConfigError)
  expect((fault as Error).message).toBe(
    `PostgreSQL does not start: database files are incompatible with server. More is in ${log}.`,
  )
  expect(existsSync(lockFile(folder))).toBe(true)
})

test('a start is tried again until its time is over, and then says the last reason', async () => {
  const folder = unusable()
  const { log } = findPlace(folder)
  const settings = ['no_such_setting=on']
  expect(await faultOf(start(folder, { settings, startMs: 3_000 }))).toMatchObject({
    message: expect.stringMatching(
      /^PostgreSQL does not start: unrecognized configuration parameter .*no_such_setting/,
    ),
  })
  expect(logOf(folder).match(/FATAL/g)?.length).toBeGreaterThan(1)
  const open = '/proc/self/fd'
  const read = (fd: string) => {
    try {
      return readlinkSync(join(open, fd))
    } catch {
      return null
    }
  }
  if (existsSync(open)) expect(readdirSync(open).map(read)).not.toContain(log)
})

test('what starts that were killed have left is swept, and what another is making is not', async () => {
  const folder = newFolder()
  const { data } = findPlace(folder)
  const drafts = [spawnSync('true').pid, process.pid, process.ppid].map((pid) => `${data}.new-${pid}`)
  for (const draft of [...drafts, `${data}-of-old`]) mkdirSync(join(draft, 'base'), { recursive: true })
  const told: string[] = []
  const starting = faultOf(start(folder, { onProgress: (text) => told.push(text) }))
  // Another has been quicker: its data are used, which PostgreSQL refuses here.
  layOut(data)
  expect(await starting).toMatchObject({ message: expect.stringContaining('incompatible') })
  expect(told).toEqual(['Creating the database'])
  expect(readdirSync(folder).filter((name) => name.startsWith('postgres') && !name.endsWith('.log'))).toEqual(
    ['postgres', 'postgres-of-old', basename(drafts[2] ?? '')].sort(),
  )
})

test('data that cannot be put in their place leave nothing behind', async () => {
  const folder = newFolder()
  const { data } = findPlace(folder)
  const starting = faultOf(start(folder))
  writeFileSync(data, 'in the way')
  expect(await starting).toMatchObject({ code: 'ENOTDIR' })
  expect(readdirSync(folder).filter((name) => name.startsWith('postgres'))).toEqual(['postgres'])
})

test('the sort order is Swedish', async () => {
  const cluster = await start(copied())
  const rows = await query(cluster, `select word from unnest(array['ö', 'z', 'å', 'ä', 'a']) as word order by word`)
  expect(rows.map((row) => row.word)).toEqual(['a', 'z', 'å', 'ä', 'ö'])
})
