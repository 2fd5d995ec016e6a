import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { raiseAlarm } from '~/alarms/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { openDatabase, openPool } from '~/platform/database/database.server'
import { silentLog } from '~/platform/log.server'
import { openWorld } from '../../test/faults/storm/world'
import { openTestHouse } from '../../test/support/house'
import { enter, moment, report, round, small } from './figures'

type Statement = { name?: string; text: string; values: unknown[] }

/** The use case against the very statements that it sends, replayed bare: the cost of our own code. */
test('alarms accepted per second, against the same SQL bare', async () => {
  const members = small ? 1_000 : 6_000
  const atOnce = 8
  const world = await openWorld({ members })
  onTestFinished(() => world.close())
  const pool = openPool({ connectionString: world.url, max: atOnce }, silentLog)
  const recorder = recordsOf(pool)
  const db = openDatabase(pool)
  onTestFinished(() => db.destroy())
  const asOwner = async (sql: string) => void (await world.pool.query(sql))
  const house = openTestHouse({ db, pool, asOwner }, world.folder)
  const postcodes = new Map(
    (await pool.query<{ id: string; postcode: string }>(`select id, postcode from profiles`)).rows.map((row) => [
      row.id,
      row.postcode,
    ]),
  )
  const signedIn = (id: string) => ({ person: { id, postcode: postcodes.get(id) } }) as SignedIn
  const raise = async (id: string, key = randomUUID()) => {
    const raised = await raiseAlarm(house, signedIn(id), { key, message: 'Någon är i huset' })
    expect(raised.ok && raised.value.partners).toBe(2)
    return raised.ok ? raised.value.alarmId : ''
  }

  const ids = world.members.map(({ id }) => id)
  const [example = '', ...rest] = ids
  const recorded = await record(recorder, pool, () => raise(example, exampleKey), example)
  const half = Math.floor(rest.length / 2)
  await inParallel(atOnce, rest.slice(0, 100), (id) => raise(id))
  // Alternating, so that both meet the same growing tables.
  const ours: number[] = []
  const bare: number[] = []
  const turns = 4
  const busyMs: number[] = []
  const each = Math.floor((half - 100) / turns)
  for (let turn = 0; turn < turns; turn++) {
    const from = 100 + turn * each
    ours.push(await rate(rest.slice(from, from + each), (id) => raise(id)))
    const others = rest.slice(half + turn * each, half + (turn + 1) * each)
    bare.push(await rate(others, (id) => replay(pool, recorded, id, postcodes.get(id) ?? '')))
  }
  const { rows: written } = await pool.query<{ n: number }>('select count(*)::int as n from safety_alarms')
  expect(written).toEqual([{ n: 1 + 100 + 2 * turns * each }])
  const mean = (rates: number[]) => rates.reduce((sum, one) => sum + one, 0) / rates.length
  report({ what: 'alarms accepted per second, use case', p50: Math.round(mean(ours)), p99: '', most: '', aim: '' })
  report({ what: 'the same SQL bare, per second', p50: Math.round(mean(bare)), p99: '', most: '', aim: '' })
  report({ what: 'ratio', p50: round(mean(ours) / mean(bare)), p99: '', most: '', aim: 'at least 0.6' })
  enter({
    what: 'alarms accepted per second by the use case',
    ...{
      ours: mean(ours),
      peer: mean(bare),
      against: 'its own SQL, sent bare',
      better: 'more',
      goal: 0.6,
      loop: 'closed',
    },
  })
  const ownMs = busyMs.filter((_, n) => n % 2 === 0)
  report({ what: 'processor time of ours per alarm (ms)', p50: round(mean(ownMs)), p99: '', most: '', aim: '' })

  async function rate(those: string[], does: (id: string) => Promise<unknown>): Promise<number> {
    const began = moment()
    const busy = process.cpuUsage()
    await inParallel(atOnce, those, does)
    const { user, system } = process.cpuUsage(busy)
    busyMs.push((user + system) / 1000 / those.length)
    return those.length / ((moment() - began) / 1000)
  }
})

const exampleKey = '00000000-0000-4000-8000-00000000beef'

/** Records every statement sent on a pool's connections while recording is on. */
function recordsOf(pool: pg.Pool) {
  const recorder: { said: Statement[] | null } = { said: null }
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      const [asked, values] = given as [string | { name?: string; text: string }, unknown]
      const { name, text } = typeof asked === 'string' ? { text: asked } : asked
      recorder.said?.push({ ...(name && { name }), text, values: Array.isArray(values) ? values : [] })
      return query(...given)
    }) as typeof client.query
  })
  return recorder
}

/** Records all statements of one raise, and the values that belong to it, to be replaced in the replay. */
async function record(
  recorder: ReturnType<typeof recordsOf>,
  pool: pg.Pool,
  raise: () => Promise<string>,
  personId: string,
) {
  const said: Statement[] = []
  recorder.said = said
  const alarmId = await raise()
  recorder.said = null
  // Guards against a replay that does nothing.
  expect(said.filter(({ text }) => text.includes('insert into safety_alarms'))).toHaveLength(1)
  const { rows } = await pool.query<{ id: string; link_hash: string; postcode: string }>(
    `select recipient.id, link_hash, postcode from alarm_recipients as recipient
     join safety_alarms on safety_alarms.id = alarm_id where alarm_id = $1`,
    [alarmId],
  )
  return { said, own: { alarmId, personId, recipients: rows, postcode: rows[0]?.postcode ?? '' } }
}

type Recorded = Awaited<ReturnType<typeof record>>

async function replay(pool: pg.Pool, { said, own }: Recorded, personId: string, postcode: string) {
  const fresh = new Map([
    [own.alarmId, randomUUIDv7()],
    [exampleKey, randomUUID()],
    [own.personId, personId],
    [own.postcode, postcode],
    ...own.recipients.flatMap(({ id, link_hash }): [string, string][] => [
      [id, randomUUIDv7()],
      [link_hash, randomBytes(32).toString('hex')],
    ]),
  ])
  // In one pass and by whole words, since the digits of a postcode occur in many ids.
  const standIns = new RegExp(`\\b(?:${[...fresh.keys()].join('|')})\\b`, 'g')
  const renewed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renewed)
    if (typeof value !== 'string') return value
    return value.replace(standIns, (found) => fresh.get(found) ?? found)
  }
  const client = await pool.connect()
  try {
    for (const { values, ...statement } of said) await client.query({ ...statement, values: values.map(renewed) })
  } finally {
    client.release()
  }
}

async function inParallel(atOnce: number, ids: readonly string[], does: (id: string) => Promise<unknown>) {
  const left = [...ids].reverse()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) await does(id)
    }),
  )
}
