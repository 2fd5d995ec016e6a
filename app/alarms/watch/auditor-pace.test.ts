import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DB } from '../../../db/schema'
import { type AuditPorts, startAuditor } from './auditor.server'

/** How often the auditor looks while the database is slow, and how long it goes without a heartbeat. */

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Look = { began: number; ended: number }

/** Runs the auditor for two minutes; each look takes the given time. */
async function watch(tookMs: (now: number) => number): Promise<Look[]> {
  const looks: Look[] = []
  class Slow extends DummyDriver {
    override async acquireConnection() {
      return {
        async executeQuery<Row>({ sql }: CompiledQuery): Promise<QueryResult<Row>> {
          if (sql.includes('late step')) {
            looks.push({ began: performance.now(), ended: 0 })
            await new Promise((done) => setTimeout(done, tookMs(performance.now())))
          }
          const [last] = looks.slice(-1)
          if (last && sql.startsWith('insert into "alarm_pulse"')) last.ended = performance.now()
          return { rows: [] }
        },
        async *streamQuery() {},
      }
    }
  }
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Slow(),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const ports = { db, clock: { now: () => new Date() }, log: { error() {} }, sms: {} } as unknown as AuditPorts
  const auditor = startAuditor(() => ports)
  await vi.advanceTimersByTimeAsync(120_000)
  const stopped = auditor.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  await stopped
  return looks.filter(({ ended }) => ended > 0)
}

/** For each pair of looks: the pause between them, and the time without a heartbeat. */
const between = (looks: Look[]) =>
  looks.slice(1).map((next, n) => {
    const ended = looks[n]?.ended ?? 0
    return { rest: next.began - ended, silence: next.ended - ended }
  })

test.each([10, 300, 600, 2_200, 2_500, 4_000, 7_000])(
  'the auditor rests between half a second and five seconds after a look of %d ms',
  async (ms) => {
    const looks = between(await watch(() => ms))
    expect(looks.length).toBeGreaterThan(10)
    expect(looks.filter(({ rest }) => rest < 500 || rest > 5_000)).toEqual([])
  },
)

test.each([600, 1_000, 2_000, 3_000, 4_500])(
  'the auditor is never silent for ten seconds if a look of %d ms is followed by one twice as long',
  async (ms) => {
    let looked = 0
    const looks = between(await watch(() => (looked++ % 2 === 0 ? ms : 2 * ms)))
    expect(looks.length).toBeGreaterThan(10)
    // After ten seconds without a heartbeat the auditor counts as silent.
    expect(looks.filter(({ silence }) => silence > 10_000)).toEqual([])
  },
)

test('a look that hangs does not stop the following ones', async () => {
  let looked = 0
  const looks = await watch(() => (looked++ === 2 ? 600_000 : 10))
  expect(looks.length).toBeGreaterThan(20)
})
