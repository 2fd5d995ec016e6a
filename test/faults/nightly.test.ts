import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findPlace, forgetPlace } from '~/platform/database/cluster-place.server'
import { isUp } from '~/platform/database/embedded-postgres.server'
import { demoEnv, freePort, isRunning, type Product, postmasterOf, startProcess } from '../support/product-process'

/**
 * The backup of a night beside a product that runs: made, put back, looked at and told of; and what is said of one that was damaged, of
 * books that do not add up, of a disk without room, and after whoever had it was killed.
 * @module-tag long
 */
// The low-priority process waits for everything else on the machine.
vi.setConfig({ testTimeout: 900_000 })

const home = mkdtempSync(join(tmpdir(), 'kvartera-nightly-'))
// As in a checkout, where PostgreSQL's own user can enter.
chmodSync(home, 0o755)
const [data, backups] = [join(home, 'data'), join(home, 'backups')]
const trial = join(backups, 'nightly-trial.part')
let product: Product

beforeAll(async () => {
  mkdirSync(backups, { mode: 0o700 })
  product = await startProcess({ DATA_DIR: data, PORT: String(await freePort()), BACKUP_FOLDER: backups, MODE: 'demo' })
})
afterAll(async () => {
  await product.stop()
  forgetPlace(data)
  rmSync(home, { recursive: true, force: true })
})

type Said = { outcome: string; madeAt: string | null; counts: Record<string, number> | null; faults: string[] }

/** Starts the nightly process as the product does. */
function startTonight(keepFree = 0): { child: ChildProcess; said: Promise<Said | null> } {
  const child = fork('bin/tonight.mjs', [backups, String(keepFree)], {
    execPath: join('node_modules', '.bin', 'node'),
    execArgv: [],
    env: demoEnv({ DATA_DIR: data }),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let word: Said | null = null
  child.on('message', (one) => {
    word = one as Said
  })
  const said = Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(() => word)
  return { child, said }
}

async function inDatabase<Row extends pg.QueryResultRow>(query: string): Promise<Row[]> {
  const client = new pg.Client({ host: findPlace(data).sockets, user: 'kvartera', database: 'kvartera' })
  await client.connect()
  const { rows } = await client.query<Row>(query).finally(() => client.end())
  return rows
}

const whole = () => readdirSync(backups).filter((name) => name.startsWith('nightly-') && !name.endsWith('.part'))
const left = () => readdirSync(backups).filter((name) => name.endsWith('.part'))
/** Removes all backups, so that the next run makes its own. */
function forgetMade() {
  for (const name of readdirSync(backups)) rmSync(join(backups, name), { recursive: true })
}

/** The data file of a table in the newest backup. */
async function fileOf(table: string): Promise<string> {
  const [row] = await inDatabase<{ path: string }>(`select pg_relation_filepath('${table}') as path`)
  return join(backups, whole().at(-1) ?? '', 'postgres', row?.path ?? '')
}

/** Damages a file; returns how to undo that. */
function damage(path: string, at: number): () => void {
  const file = openSync(path, 'r+')
  const before = Buffer.alloc(17)
  readSync(file, before, 0, 17, at)
  writeSync(file, Buffer.from('damaged by a test'), 0, 17, at)
  return () => {
    writeSync(file, before, 0, 17, at)
    closeSync(file)
  }
}

test('the product makes and tries one nightly backup by itself, and stores the outcome', async () => {
  const rows = () => inDatabase<{ outcome: string | null }>('select outcome from backup_trials')
  // Before three o'clock no backup is due, and the test does not wait for it. Midnight may pass while it waits.
  const isDue = () => Temporal.Now.zonedDateTimeISO('Europe/Stockholm').hour >= 3
  const end = async () => {
    const told = (await rows()).map(({ outcome }) => outcome)
    const made = whole().length
    const isNone = told.length === 0 && made === 0 && !isDue()
    return { told: isNone ? ['not due'] : told, made, left: left() }
  }
  await expect.poll(end, { timeout: 600_000, interval: 1_000 }).toBeOneOf([
    { told: ['whole'], made: 1, left: [] },
    { told: ['not due'], made: 0, left: [] },
  ])
})

test('a whole backup is counted and kept, and a second run tries it instead of making another', async () => {
  forgetMade()
  const [people] = await inDatabase<{ count: number }>('select count(*)::int as count from profiles')
  const made = await startTonight().said
  expect(made).toMatchObject({ outcome: 'whole', counts: { people: people?.count }, faults: [] })
  expect(made?.counts?.bookings).toBeGreaterThan(10)
  const again = await startTonight().said
  expect(again).toMatchObject({ outcome: 'whole', madeAt: made?.madeAt })
  expect(whole()).toHaveLength(1)
  expect(left()).toEqual([])
})

test('a damaged page is found wherever it lies, and nothing is left of the trial', async () => {
  // Pages written during the copy are in the WAL as full-page images, which would repair the damage, so these tables
  // are never written to.
  for (const kept of ['bookings', 'outbox_messages']) {
    await inDatabase(`create table quiet_${kept} (like ${kept} including indexes) with (autovacuum_enabled = false)`)
    await inDatabase(`insert into quiet_${kept} select * from ${kept}`)
    await inDatabase(`vacuum (freeze) quiet_${kept}`)
  }
  forgetMade()
  expect(await startTonight().said).toMatchObject({ outcome: 'whole' })
  for (const table of ['quiet_bookings', 'quiet_outbox_messages']) {
    const mend = damage(await fileOf(table), 4_000)
    const { outcome, faults } = (await startTonight().said) ?? {}
    mend()
    expect([table, outcome]).toEqual([table, 'unreadable'])
    // Only the error's code: no row, no path.
    expect(faults?.join()).toMatch(/^error XX00\d$/)
  }
  expect(left()).toEqual([])
  expect(isUp(findPlace(trial))).toBe(false)
  forgetPlace(trial)

  const mend = damage(join(backups, whole().at(-1) ?? '', 'postgres', 'global', 'pg_control'), 40)
  expect(await startTonight().said).toMatchObject({ outcome: 'unreadable' })
  mend()
  expect(await startTonight().said).toMatchObject({ outcome: 'whole' })
  await inDatabase('drop table quiet_bookings, quiet_outbox_messages')
})

test('unbalanced books and a gap in the alarm history are each reported by name', async () => {
  forgetMade()
  const asNobodyMay = (change: string) => inDatabase(`set session_replication_role = replica; ${change}`)
  const add = (ore: number) =>
    asNobodyMay(`update ledger_entries set amount_cents = amount_cents + ${ore}
      where (voucher_id, account) = (select voucher_id, account from ledger_entries order by 1, 2 limit 1)`)
  await add(1)
  const uneven = await startTonight().said
  await add(-1)
  expect(uneven).toMatchObject({ outcome: 'books' })
  expect(uneven?.faults.join()).toContain('vouchers that add up to something: 1 where 0 is right')
  expect(whole(), 'what is not whole is not kept').toEqual([])

  await asNobodyMay(
    `create table kept as select * from alarm_timeline; delete from alarm_timeline where kind = 'raised'`,
  )
  const holed = await startTonight().said
  await asNobodyMay('insert into alarm_timeline select * from kept where kind = $$raised$$; drop table kept')
  expect(holed).toMatchObject({ outcome: 'history' })
  expect(holed?.faults.join()).toMatch(/^\d+ alarms without their beginning or their end$/)
  expect(await startTonight().said).toMatchObject({ outcome: 'whole' })
})

test('without enough free space nothing is copied', async () => {
  forgetMade()
  expect(await startTonight(1e18).said).toMatchObject({ outcome: 'no room', madeAt: null })
  expect(readdirSync(backups)).toEqual([])
})

test('seven nightly backups are kept, and other folders are left alone', async () => {
  forgetMade()
  const label = (name: string, madeAt: string) => {
    mkdirSync(join(backups, name), { recursive: true })
    writeFileSync(join(backups, name, 'backup.json'), JSON.stringify({ madeAt }))
  }
  const days = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  for (const day of days) label(`nightly-${day}`, `2026-01-0${day}T03:00:00.000Z`)
  label('by-hand', '2026-01-01T00:00:00.000Z')
  label('unreadable', 'no moment')
  label('mine.part', '2026-01-01T00:00:00.000Z')
  label('trial', '2026-01-01T00:00:00.000Z')
  expect(await startTonight().said).toMatchObject({ outcome: 'whole' })
  const names = readdirSync(backups)
  expect(names).toEqual(expect.arrayContaining(['by-hand', 'unreadable', 'mine.part', 'trial']))
  expect(days.filter((day) => names.includes(`nightly-${day}`))).toEqual([4, 5, 6, 7, 8, 9])
  expect(whole()).toHaveLength(7)
})

test('an orphaned run cleans up after itself, and the next run cleans up after a kill -9', async () => {
  forgetMade()
  const trialRuns = () => existsSync(trial) && isUp(findPlace(trial))
  const orphan = startTonight()
  await expect.poll(trialRuns, { timeout: 300_000, interval: 20 }).toBe(true)
  const tried = postmasterOf(findPlace(trial))
  orphan.child.disconnect()
  await orphan.said
  expect([left(), isRunning(tried)]).toEqual([[], false])

  const killed = startTonight()
  await expect.poll(trialRuns, { timeout: 300_000, interval: 20 }).toBe(true)
  killed.child.kill('SIGKILL')
  expect(await killed.said).toBeNull()
  expect(left()).toHaveLength(2)
  const abandoned = postmasterOf(findPlace(trial))
  expect(await startTonight().said).toMatchObject({ outcome: 'whole' })
  expect([left(), isRunning(abandoned)]).toEqual([[], false])
  expect(whole()).toHaveLength(1)
})
