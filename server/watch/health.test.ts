import type { KyselyPlugin } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { beat } from '~/alarms/engine/step-store.server'
import { auditOnce } from '~/alarms/watch/auditor.server'
import { openNeighbourhood, press, workOff } from '../../test/support/alarms'
import { useHouse } from '../../test/support/house'
import { healthRoutes } from './health'

const house = useHouse()
let disk: 'ok' | 'low' | 'full' = 'ok'
afterEach(async () => {
  for (const table of ['alarm_steps', 'alarm_deliveries', 'alarm_incidents', 'alarm_pulse'] as const) {
    await house.db.deleteFrom(table).execute()
  }
  const over = { status: 'cancelled', closed_at: new Date(), counted: true } as const
  await house.db.updateTable('safety_alarms').set(over).where('closed_at', 'is', null).execute()
})

/** Asks as an external monitor does: without a login, and long enough after the last time that nothing is cached. */
const look = (path: string) => healthRoutes({ ...house, space: { state: () => disk } }).request(path)

async function ask() {
  const answer = await look('/larm')
  return { status: answer.status, body: (await answer.json()) as unknown }
}

const engineBeats = () => beat(house.db, house.clock, 5)

test('returns 200 when the engine beats, the auditor runs and nothing is late', async () => {
  await engineBeats()
  await auditOnce(house)
  expect(await ask()).toEqual({
    status: 200,
    body: { engine: 'ok', auditor: 'ok', incidents: 0, database: 'ok', disk: 'ok' },
  })
})

test('returns 503 while a step is late, and 200 once it is done', async () => {
  const { member } = await openNeighbourhood(house)
  await press(house, member)
  await workOff(house)
  house.clock.forward({ minutes: 70 / 60 })
  await engineBeats()
  await auditOnce(house)
  // Two incidents: the alarm is due to be rung and to be called again.
  expect(await ask()).toEqual({
    status: 503,
    body: { engine: 'ok', auditor: 'ok', incidents: 2, database: 'ok', disk: 'ok' },
  })
  await workOff(house)
  await auditOnce(house)
  expect((await ask()).status).toBe(200)
})

test('returns 503 when the engine’s heartbeat is too old, before the auditor has found an incident', async () => {
  await engineBeats()
  await auditOnce(house)
  house.clock.forward({ minutes: 11 / 60 })
  expect(await ask()).toMatchObject({ status: 503, body: { engine: 'silent', auditor: 'silent', incidents: 0 } })
  await auditOnce(house)
  expect(await ask()).toMatchObject({ status: 503, body: { engine: 'silent', auditor: 'ok', incidents: 1 } })
})

test('returns 503 when neither engine nor auditor has ever run', async () => {
  expect(await ask()).toMatchObject({ status: 503, body: { engine: 'silent', auditor: 'silent' } })
})

test('reveals nothing about an alarm: no message, place, name or number', async () => {
  const { member, postcode, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member, { message: 'Någon är i huset', latitude: '59.27861' })
  house.clock.forward({ minutes: 10 })
  await auditOnce(house)
  const { body } = await ask()
  expect(Object.keys(body as object).sort()).toEqual(['auditor', 'database', 'disk', 'engine', 'incidents'])
  const said = JSON.stringify(body)
  for (const secret of [alarmId, postcode, phone, 'huset', '59.2', 'Eva']) expect(said).not.toContain(secret)
})

test('a nearly full disk fails the alarm check only, and a full disk fails both checks', async () => {
  await engineBeats()
  await auditOnce(house)
  const both = async () => [(await look('/')).status, (await ask()).status]
  expect(await both()).toEqual([200, 200])
  disk = 'low'
  expect(await both()).toEqual([200, 503])
  disk = 'full'
  expect(await both()).toEqual([503, 503])
  disk = 'ok'
})

test('returns 503 when the database answers but refuses writes', async () => {
  await engineBeats()
  await auditOnce(house)
  await house.asOwner(
    'create function take_nothing() returns trigger language plpgsql as $$ begin raise exception using errcode = $e$53100$e$; end $$; create trigger take_nothing before insert or update on alarm_pulse for each row execute function take_nothing()',
  )
  const routes = healthRoutes({ ...house, space: { state: () => 'ok' } })
  const plain = await routes.request('/')
  expect(plain.status).toBe(503)
  expect(await plain.json()).toMatchObject({ database: 'takes nothing' })
  const larm = await routes.request('/larm')
  expect(larm.status).toBe(503)
  expect(await larm.json()).toMatchObject({ engine: 'ok', database: 'takes nothing' })
  await house.asOwner('drop function take_nothing() cascade')
})

test('caches the database checks for a second, however many requests come, and never the state of the disk', async () => {
  await engineBeats()
  await auditOnce(house)
  const time = vi.spyOn(performance, 'now').mockReturnValue(60_000)
  let queries = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      queries++
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const config = { ...house.config, sms: { adapter: '46elks' as const } }
  const routes = healthRoutes({ ...house, config, db: house.db.withPlugin(counting), space: { state: () => disk } })
  const askAll = async () => {
    const answers = await Promise.all(['/', '/redo', '/larm'].map((path) => routes.request(path)))
    return answers.map(({ status }) => status)
  }
  expect(await askAll()).toEqual([200, 200, 200])
  const asked = queries
  expect(asked).toBeGreaterThan(3)
  for (const statuses of await Promise.all(Array.from({ length: 200 }, askAll)))
    expect(statuses).toEqual([200, 200, 200])
  expect(queries).toBe(asked)
  // The disk state costs nothing to read, so it is never cached.
  disk = 'full'
  expect(await askAll()).toEqual([503, 200, 503])
  disk = 'ok'
  time.mockReturnValue(61_000)
  await askAll()
  expect(queries).toBe(2 * asked)
  time.mockRestore()
})

test('answers at once while the alarm table is locked', async () => {
  await engineBeats()
  await auditOnce(house)
  const holder = await house.pool.connect()
  await holder.query('begin')
  await holder.query('lock table safety_alarms in access exclusive mode')
  // A query on the alarms would wait for the holder's table lock, and the holder continues below.
  expect((await healthRoutes({ ...house, space: { state: () => 'ok' } }).request('/larm')).status).toBe(200)
  await holder.query('rollback')
  holder.release()
})

test('with the database away /redo returns 503 and /process 200; a process that is stopping returns 503', async () => {
  const db = house.db.withPlugin({
    transformQuery() {
      throw new Error('away')
    },
    transformResult: async ({ result }) => result,
  } satisfies KyselyPlugin)
  const routes = healthRoutes({ ...house, db, space: { state: () => disk } })
  const answers = await Promise.all(['/redo', '/process'].map((path) => routes.request(path)))
  expect(answers.map(({ status }) => status)).toEqual([503, 200])
  const stopping = healthRoutes({ ...house, isClosing: () => true, space: { state: () => disk } })
  expect((await stopping.request('/process')).status).toBe(503)
})
