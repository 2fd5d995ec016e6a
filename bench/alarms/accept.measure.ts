import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { raiseAlarm } from '~/alarms/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { systemClock } from '~/platform/clock.server'
import { openDatabase } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { openWorld, secrets } from '../../test/faults/storm/world'
import { enter, moment, report, round, small } from './figures'

type Statement = { text: string; values: unknown[] }

/** The use case against the very statements it sends, sent bare: what our own code costs. */
test('alarms accepted per second, against the same SQL bare', async () => {
  const members = small ? 1_000 : 6_000
  const atOnce = 8
  const world = await openWorld({ members })
  onTestFinished(() => world.close())
  const pool = new pg.Pool({ connectionString: world.url, max: atOnce })
  // PostgreSQL may stop before the last of them has said goodbye.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = openDatabase(pool)
  onTestFinished(() => db.destroy())
  const house = { db, clock: systemClock, config: { authSecret: secrets.auth }, wake() {} } as unknown as House
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
  const recorded = await record(pool, () => raise(example, exampleKey), example)
  const half = Math.floor(rest.length / 2)
  await inParallel(atOnce, rest.slice(0, 100), (id) => raise(id))
  // In turns, so that both meet the same growing tables.
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

/** Everything one raise says to the database, with what is its own marked by stand-ins. */
async function record(pool: pg.Pool, raise: () => Promise<string>, personId: string) {
  const said: Statement[] = []
  const original = pg.Client.prototype.query
  // biome-ignore lint/suspicious/noExplicitAny: every form of the driver's own function passes through
  pg.Client.prototype.query = function (this: pg.Client, ...args: any[]) {
    const [text, values] = args
    if (typeof text === 'string') said.push({ text, values: Array.isArray(values) ? values : [] })
    return Reflect.apply(original, this, args)
  } as typeof original
  const alarmId = await raise()
  pg.Client.prototype.query = original
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
  const renewed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renewed)
    if (typeof value !== 'string') return value
    let text = value
    for (const [from, to] of fresh) text = text.replaceAll(from, to)
    return text
  }
  const client = await pool.connect()
  try {
    for (const { text, values } of said) await client.query(text, values.map(renewed))
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
