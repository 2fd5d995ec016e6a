import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createServer } from 'vite'

const companies = 40
const perCompany = 50
const atOnce = 12
const rounds = 3
/** As many as a member may have waiting with one company (app/bookings/booking.ts): each neighbour asks for so many. */
const perMember = 3

/**
 * Bookings written per second by the use case, against the very statements it sent, sent bare: the same text and the
 * same values, transaction by transaction, through as many connections to the same PostgreSQL with its disk writes
 * on. What is missing to 1 is what it costs to decide, to build the statements and to write the letters.
 */
export async function measureBookings() {
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    resolve: { alias: { '~': join(process.cwd(), 'app') } },
  })
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-bench-'))
  const load = (path) => vite.ssrLoadModule(`/app/${path}.ts`)
  const { startCluster } = await load('platform/database/embedded-postgres.server')
  const cluster = await startCluster({ folder })
  const pool = new pg.Pool({ ...cluster.connection, max: atOnce })
  // At the end the cluster may be gone before the last idle connection is.
  pool.on('error', () => {})
  try {
    const { migrate } = await load('platform/database/migrate.server')
    await migrate(pool, 'db/migrations')
    const { openDatabase } = await load('platform/database/database.server')
    const { requestBooking } = await load('bookings/book/request-booking.server')
    const { places, members } = await furnish(pool)
    const house = {
      db: openDatabase(pool),
      clock: { now: () => new Date('2027-01-29T09:00:00Z') },
      config: { origin: 'http://kvartera.test' },
      wake() {},
      live: { tell() {} },
    }
    const requests = places.flatMap((service) =>
      Array.from({ length: perCompany }, (_, index) => {
        const signedIn = members[Math.floor(index / perMember)]
        return { signedIn, values: { service, ...timeNumber(index) } }
      }),
    )
    // Neighbouring requests are to different companies, as they are in life.
    requests.sort((a, b) => (a.values.start < b.values.start ? -1 : 1))

    const byUseCase = async () => {
      await sideBySide(requests, async ({ signedIn, values }) => {
        // As a page of these services is sent: what was seen of price, length, cancelling and place.
        const said = { seen: '67410 60 24 customer', early: 'on', address: 'Vägen 2' }
        const booked = await requestBooking(house, signedIn, { ...values, ...said, key: randomUUID() })
        if (!booked.ok) throw new Error(JSON.stringify(booked))
      })
    }
    const recorded = await record(pool, byUseCase)
    await forget(pool)
    const ours = []
    const bare = []
    for (let round = 0; round < rounds; round++) {
      ours.push(await perSecond(requests.length, byUseCase))
      await forget(pool)
      bare.push(await perSecond(recorded.length, () => sideBySide(recorded, (statements) => replay(pool, statements))))
      await forget(pool)
    }
    const statements = recorded[0].length
    const row = { what: `a booking, ${statements} statements`, ours: median(ours), bare: median(bare) }
    return [{ ...row, ratio: Number((row.ours / row.bare).toFixed(2)) }]
  } finally {
    await pool.end()
    await cluster.stop()
    await vite.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Hours from eight to five on the days from the first of February on, each once. */
function timeNumber(index) {
  const day = `2027-02-${String(1 + Math.floor(index / 10)).padStart(2, '0')}`
  return { day, start: `${day}T${String(7 + (index % 10)).padStart(2, '0')}:00:00.000Z` }
}

async function furnish(pool) {
  const { rows: people } = await pool.query(
    `insert into profiles (full_name, email, phone)
     select 'Eva Lind', 'eva' || n || '@exempel.se', '+46701740601' from generate_series(1, $1::int) as n
     returning id, full_name as name, email, phone`,
    [Math.ceil(perCompany / perMember)],
  )
  const { rows: services } = await pool.query(
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

async function forget(pool) {
  // The books hang on bookings and can only be added to: their own guard stands aside while a round is cleared away.
  await pool.query(`begin; set local session_replication_role = replica;
    truncate bookings, outbox_messages cascade; commit`)
  await pool.query('checkpoint')
}

/** Every statement with its values, by transaction; only those that were committed. */
async function record(pool, work) {
  const transactions = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (...given) {
    const [text, values] = typeof given[0] === 'string' ? given : [given[0].text, given[0].values]
    if (text === 'begin') this.recorded = []
    else if (text === 'commit') transactions.push(this.recorded)
    const answer = query.apply(this, given)
    if (text !== 'begin' && text !== 'commit') {
      const statement = { text, values: given[1] ?? values, id: undefined }
      this.recorded?.push(statement)
      void answer?.then?.(({ rows }) => {
        if (text.includes('insert into "bookings"')) statement.id = rows[0]?.id
      })
    }
    return answer
  }
  try {
    await work(pool)
  } finally {
    pg.Client.prototype.query = query
  }
  return transactions
}

/** The database makes the id of the booking anew; what names it afterwards names the new one. */
async function replay(pool, statements) {
  const client = await pool.connect()
  try {
    let was
    let is
    await client.query('begin')
    for (const { text, values, id } of statements) {
      const { rows } = await client.query(text, was ? values?.map((value) => (value === was ? is : value)) : values)
      if (id) [was, is] = [id, rows[0].id]
    }
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function sideBySide(items, work) {
  const waiting = [...items]
  const hands = Array.from({ length: atOnce }, async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  })
  await Promise.all(hands)
}

async function perSecond(count, work) {
  const began = performance.now()
  await work()
  return Math.round((count * 1000) / (performance.now() - began))
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
