import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { requestBooking } from '~/bookings/book/request-booking.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { asProduct, openDatabase, openPool } from '~/platform/database/database.server'
import { startCluster } from '~/platform/database/embedded-postgres.server'
import { migrate } from '~/platform/database/migrate.server'
import { silentLog } from '~/platform/log.server'
import { openTestHouse } from '../../test/support/house'
import { enter, moment, report, round as rounded, small } from '../alarms/figures'
import { inParallel, listenTo, type Said, sayAgain } from '../said-again'

const companies = 40
const perCompany = small ? 5 : 50
const atOnce = 12
const rounds = 3
/** The maximum of pending requests per member and company (app/bookings/booking.ts): each neighbour makes that many. */
const perMember = 3

/**
 * Bookings per second by the use case, through the product's own pool and ports, against the very statements that it
 * sent, replayed bare over the same connections: the same texts, names and values, with the same pipelining, to a
 * PostgreSQL with fsync on. What the ratio lacks to 1 is the cost of deciding, building statements and writing
 * messages.
 */
test('bookings written per second, against the same SQL bare', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-bench-'))
  const cluster = await startCluster({ folder })
  const owner = new pg.Pool({ ...cluster.connection, max: 1 })
  owner.on('error', () => {})
  await migrate(owner, 'db/migrations')
  const pool = openPool(asProduct({ ...cluster.connection, max: atOnce }), silentLog)
  const listener = listenTo(pool)
  const db = openDatabase(pool)
  onTestFinished(async () => {
    await db.destroy()
    await owner.end()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const asOwner = async (sql: string) => void (await owner.query(sql))
  const house = {
    ...openTestHouse({ db, pool, asOwner }, folder),
    clock: { now: () => new Date('2027-01-29T09:00:00Z'), forward() {} },
  }
  const { places, members } = await furnish(owner)
  const requests = places.flatMap((service) =>
    Array.from({ length: perCompany }, (_, index) => {
      const signedIn = members[Math.floor(index / perMember)] as SignedIn
      return { signedIn, service, ...timeNumber(index) }
    }),
  )
  // Consecutive requests go to different companies, as in real life.
  requests.sort((a, b) => (a.start < b.start ? -1 : 1))
  const book = async ({ signedIn, ...asked }: (typeof requests)[number]) => {
    // The form of these services: the terms seen (price, duration, free cancellation, place).
    const said = { seen: '67410 60 24 customer', early: 'on', address: 'Vägen 2' }
    const booked = await requestBooking(house, signedIn, { ...asked, ...said, key: randomUUID() })
    // No matcher here: it would cost the product processor time that the replay does not have.
    if (!booked.ok) throw new Error(`Refused: ${JSON.stringify(booked)}`)
  }

  const recorded: { said: Said[]; id: string }[] = []
  for (const request of requests) {
    const said: Said[] = []
    listener.said = said
    await book(request)
    listener.said = null
    const { rows } = await owner.query<{ id: string }>('select id from bookings order by id desc limit 1')
    recorded.push({ said, id: rows[0]?.id ?? '' })
  }
  await forget(owner)
  const again = ({ said, id }: (typeof recorded)[number]) => {
    // In the replay the database makes a new booking id, which replaces the recorded one in the later statements.
    let fresh = id
    const renewed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(renewed)
      return typeof value === 'string' ? value.replaceAll(id, fresh) : value
    }
    return sayAgain(pool, said, renewed, ({ text }, [row]) => {
      if (/insert into "?bookings"?/.test(text) && typeof row?.id === 'string') fresh = row.id
    })
  }

  const ours = { perSecond: [] as number[], busyMs: [] as number[] }
  const bare = { perSecond: [] as number[], busyMs: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    for (const [measured, work] of [
      [ours, () => inParallel(atOnce, requests, book)],
      [bare, () => inParallel(atOnce, recorded, again)],
    ] as const) {
      const began = moment()
      const busy = process.cpuUsage()
      await work()
      measured.perSecond.push((requests.length * 1000) / (moment() - began))
      const { user, system } = process.cpuUsage(busy)
      measured.busyMs.push((user + system) / 1000 / requests.length)
      // Guards against a replay that writes nothing.
      const { rows } = await owner.query(
        'select (select count(*) from bookings)::int as n, count(*)::int as letters from outbox_messages',
      )
      expect(rows[0]).toMatchObject({ n: requests.length })
      expect(rows[0].letters).toBeGreaterThanOrEqual(requests.length)
      await forget(owner)
    }
  }
  const statements = recorded[0]?.said.length ?? 0
  enter({
    what: `a booking, ${statements} statements with its begin and commit, written per second`,
    ...{
      ours: median(ours.perSecond),
      peer: median(bare.perSecond),
      against: 'its own SQL, sent bare down the same lines',
    },
    ...{ better: 'more', loop: 'closed', goal: 0.8 },
  })
  // Processor time of this process, without the database's; a busy machine changes it less than the rate.
  const [own, peer] = [rounded(median(ours.busyMs)), rounded(median(bare.busyMs))]
  report({ what: 'processor time of a booking (ms)', ours: own, 'its SQL bare': peer })
})

/** Each hour from eight to five on the days from the first of February on, once. */
function timeNumber(index: number) {
  const day = `2027-02-${String(1 + Math.floor(index / 10)).padStart(2, '0')}`
  return { day, start: `${day}T${String(7 + (index % 10)).padStart(2, '0')}:00:00.000Z` }
}

async function furnish(owner: pg.Pool) {
  const { rows: people } = await owner.query(
    `insert into profiles (full_name, email, phone)
     select 'Eva Lind', 'eva' || n || '@exempel.se', '+46701740601' from generate_series(1, $1::int) as n
     returning id, full_name as name, email, phone`,
    [Math.ceil(perCompany / perMember)],
  )
  const { rows: services } = await owner.query<{ id: string }>(
    `with made as (
       insert into companies (name, org_number, category, address, postcode, email, phone)
       select 'Firma ' || n, '1', 'other', 'Vägen 1', '12540', n || '@exempel.se', '+46701740600'
       from generate_series(1, $1::int) as n returning id
     ), hours as (
       insert into opening_hours (company_id, weekday, opens, closes)
       select id, weekday, '08:00', '18:00' from made, generate_series(1, 7) as weekday
     )
     insert into services (company_id, title, category, base_price_cents, duration_min)
     select id, 'Besök hemma', 'other', 74900, 60 from made returning id`,
    [companies],
  )
  const members = people.map((person) => ({
    sessionId: '',
    startedAt: new Date(),
    person: { ...person, postcode: '12540', role: 'member', memberStatus: 'active' },
  }))
  return { places: services.map(({ id }) => id), members }
}

async function forget(owner: pg.Pool) {
  // Ledger and history are append-only: their triggers are off while a round is cleared away.
  await owner.query(`begin; set local session_replication_role = replica;
    truncate bookings, outbox_messages cascade; commit`)
  await owner.query('checkpoint')
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
