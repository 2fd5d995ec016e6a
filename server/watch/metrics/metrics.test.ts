import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { beat } from '~/alarms/engine/step-store.server'
import { auditOnce } from '~/alarms/watch/auditor.server'
import { openDatabase } from '~/platform/database/database.server'
import { knownKey } from '~/platform/known-key.server'
import { insertTrial, noteRun } from '~/upkeep/public.server'
import { openNeighbourhood, press, workOff } from '../../../test/support/alarms'
import { useHouse } from '../../../test/support/house'
import { openMetrics } from './metrics'

const house = useHouse()
const secret = 'metrics-tests-4Kd8sLw0Pq7z'
afterEach(async () => {
  for (const table of [
    'alarm_steps',
    'alarm_deliveries',
    'alarm_incidents',
    'alarm_pulse',
    'outbox_messages',
  ] as const) {
    await house.db.deleteFrom(table).execute()
  }
  const over = { status: 'cancelled', closed_at: new Date(), counted: true } as const
  await house.db.updateTable('safety_alarms').set(over).where('closed_at', 'is', null).execute()
})

const pools = () => [{ name: 'pages', busy: 3, idle: 1, waiting: 7, most: 10 }]
const space = { freeBytes: () => 5_000_000_000 } as never
const open = (db = house.db) =>
  openMetrics({ ...house, db, pools, space, metricsKey: knownKey([secret, 'the-older-one-9Zq2Lw7ZxC4vBn1M']) }).routes

async function ask(routes = open(), authorization: string | null = `Bearer ${secret}`) {
  const answer = await routes.request('/', { headers: authorization === null ? {} : { authorization } })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

/** The value of a metric's line; undefined if the line is missing. */
function figure(text: string, line: string): number | undefined {
  const found = text.split('\n').find((each) => each.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

test('returns 404 without a valid key, and to everybody when no key is configured', async () => {
  const routes = open()
  for (const given of [null, 'Bearer', 'Bearer ', `Basic ${secret}`, `Bearer ${secret}x`, secret]) {
    expect(await ask(routes, given)).toMatchObject({ status: 404, text: '' })
  }
  expect((await ask(routes, 'Bearer the-older-one-9Zq2Lw7ZxC4vBn1M')).status).toBe(200)
  const without = openMetrics({ ...house, pools, space, metricsKey: knownKey([]) }).routes
  expect((await ask(without)).status).toBe(404)
})

test('exports the figures of an alarm that was raised and is not taken yet', async () => {
  const { member } = await openNeighbourhood(house)
  await beat(house.db, house.clock, 5)
  await auditOnce(house)
  house.texted.sent.splice(0)
  await press(house, member)
  house.clock.forward({ minutes: 1 })
  await workOff(house)
  const { text, type } = await ask()
  expect(type).toContain('text/plain; version=0.0.4')
  expect(figure(text, 'kvartera_database_answers')).toBe(1)
  expect(figure(text, 'kvartera_alarms_last_hour')).toBe(1)
  expect(figure(text, 'kvartera_alarms_open')).toBe(1)
  expect(figure(text, 'kvartera_alarms_untaken')).toBe(1)
  // The test clock was moved a minute; the real time that the test took is added.
  const aMinuteOf = (line: string) => Math.floor((figure(text, line) ?? 0) / 60)
  expect(aMinuteOf('kvartera_alarm_untaken_oldest_seconds')).toBe(1)
  expect(aMinuteOf('kvartera_alarm_sent_seconds{quantile="0.99"}')).toBe(1)
  // The alarm is not taken, and no provider has reported a delivery.
  expect(figure(text, 'kvartera_alarm_taken_seconds{quantile="0.5"}')).toBeUndefined()
  expect(figure(text, 'kvartera_alarm_delivered_seconds{quantile="0.5"}')).toBeUndefined()
  expect(figure(text, 'kvartera_alarm_cost_kronor_last_hour')).toBeCloseTo(
    (house.texted.sent.length * house.config.smsPartOre) / 100,
  )
  expect(aMinuteOf('kvartera_silent_seconds{part="engine"}')).toBe(1)
  expect(figure(text, 'kvartera_pool_waiting{pool="pages"}')).toBe(7)
  expect(figure(text, 'kvartera_disk_free_bytes')).toBe(5e9)
  expect(text).toContain('nodejs_eventloop_lag_seconds')
})

test('exports late steps, late messages and open incidents', async () => {
  const { member } = await openNeighbourhood(house)
  await press(house, member)
  house.clock.forward({ minutes: 2 })
  await auditOnce(house)
  const { text } = await ask()
  expect(figure(text, 'kvartera_alarm_steps_late')).toBeGreaterThan(0)
  expect(figure(text, 'kvartera_alarm_step_late_oldest_seconds')).toBeGreaterThan(30)
  expect(figure(text, 'kvartera_alarm_messages_late{channel="sms"}')).toBeGreaterThan(0)
  expect(figure(text, 'kvartera_alarm_incidents{kind="late delivery"}')).toBeGreaterThan(0)
})

test('leaves test alarms out of the figures of real alarms', async () => {
  const { member } = await openNeighbourhood(house)
  const before = figure((await ask()).text, 'kvartera_alarms_last_hour')
  await press(house, member, { test: 'on' })
  const { text } = await ask()
  expect(figure(text, 'kvartera_alarms_last_hour')).toBe(before)
  expect(figure(text, 'kvartera_alarms_open')).toBe(0)
})

test('counts a message that is past due as overdue, and not one that is scheduled for later', async () => {
  const now = house.clock.now()
  const late = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  for (const due of [late(3), late(-600)]) {
    await house.db
      .insertInto('outbox_messages')
      .values({
        channel: 'mail',
        kind: 'welcome',
        recipient: 'a@b.test',
        subject: 'x',
        body_text: 'x',
        body_html: '<p>x</p>',
        next_attempt_at: due,
      })
      .execute()
  }
  const { text } = await ask()
  expect(figure(text, 'kvartera_outbox_overdue{channel="mail"}')).toBe(1)
  expect(figure(text, 'kvartera_outbox_overdue_oldest_seconds{channel="mail"}')).toBeGreaterThanOrEqual(180)
})

test('a chore’s last success and the last trial of a backup come from the database and survive a restart', async () => {
  const at = house.clock.now()
  const s = Math.floor(at.getTime() / 1_000)
  expect(figure((await ask()).text, 'kvartera_backup_known')).toBe(0)
  expect((await ask()).text).not.toMatch(/^kvartera_backup_last_whole /m)
  await noteRun(house.db, 'memberships', 'well', at)
  const counts = { people: 1, companies: 1, bookings: 1, alarms: 1, vouchers: 1 }
  const times = { beganAt: new Date(at.getTime() - 60_000), endedAt: at }
  await insertTrial(house.db, { outcome: 'whole', madeAt: at, counts }, times)
  const { text } = await ask()
  expect(figure(text, 'kvartera_chore_succeeded_timestamp_seconds{chore="memberships"}')).toBe(s)
  expect(figure(text, 'kvartera_chore_every_seconds{chore="memberships"}')).toBe(3_600)
  expect(figure(text, 'kvartera_chore_succeeded_timestamp_seconds{chore="tips that stand out"}')).toBe(0)
  expect(figure(text, 'kvartera_backup_known')).toBe(1)
  expect(figure(text, 'kvartera_backup_last_whole')).toBe(1)
  expect(figure(text, 'kvartera_backup_whole_timestamp_seconds')).toBe(s)
  const later = { beganAt: at, endedAt: at }
  await insertTrial(house.db, { outcome: 'unreadable', madeAt: null, counts: null }, later)
  const failed = (await ask()).text
  expect(figure(failed, 'kvartera_backup_last_whole')).toBe(0)
  expect(figure(failed, 'kvartera_backup_tried_timestamp_seconds')).toBe(s)
  expect(figure(failed, 'kvartera_backup_whole_timestamp_seconds')).toBe(s)
})

test('reports an unreachable database as 0 and leaves out every figure read from it', async () => {
  const gone = openDatabase(new pg.Pool())
  await gone.destroy()
  const { status, text } = await ask(open(gone))
  expect(status).toBe(200)
  expect(figure(text, 'kvartera_database_answers')).toBe(0)
  expect(text).not.toMatch(/^kvartera_alarms_open /m)
  expect(figure(text, 'kvartera_pool_waiting{pool="pages"}')).toBe(7)
})
