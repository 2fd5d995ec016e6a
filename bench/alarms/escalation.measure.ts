import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openPlace } from '../../test/faults/storm/place'
import { spreadOf } from '../table'
import { enter, moment, report, small, spread } from './figures'

test('escalations with ten thousand pending: how late each is, and none early', async () => {
  const [pending, overSeconds] = small ? [2_000, 20] : [10_000, 120]
  const place = await openPlace({ servers: 1, members: pending, perSecond: 0 })
  onTestFinished(() => place.close())
  place.elks.mood = 'well'
  const { pool, url } = place.world
  const listener = new pg.Client(url)
  onTestFinished(() => listener.end())
  await listener.connect()
  const heard = new Map<string, number>()
  listener.on('notification', ({ payload = '' }) => {
    const { alarm, what } = JSON.parse(payload) as { alarm: string; what?: string }
    if (what !== 'sent' && !heard.has(alarm)) heard.set(alarm, moment())
  })
  await pool.query(`insert into safety_alarms (key, reported_by, postcode, message, called_at, created_at)
    select gen_random_uuid(), id, postcode, 'Hjälp', now(), now() from profiles where user_role = 'member'`)
  await pool.query(
    `insert into alarm_steps (alarm_id, kind, armed_at, due_at, is_test)
     select id, 'call again', now(), now() + interval '3 s' + interval '1 s' * $1 * (row_number() over () - 1) / $2, false
     from safety_alarms`,
    [overSeconds, pending],
  )
  await pool.query('analyze safety_alarms; analyze alarm_steps')
  await listener.query('listen alarms')
  await expect.poll(() => heard.size, { timeout: (overSeconds + 60) * 1_000, interval: 500 }).toBe(pending)
  const { rows } = await pool.query<{ id: string; due: Date }>(
    `select alarm_id as id, due_at as due from alarm_steps where kind = 'call again'`,
  )
  const late = rows.map(({ id, due }) => (heard.get(id) ?? Number.NaN) - due.getTime())
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0)
  report({
    what: `escalations late, ${pending} pending, due over ${overSeconds} s (ms)`,
    ...spread(late),
    aim: 'at most 250',
  })
  const what = `the latest of ${pending} escalations, ms`
  enter({ what, ours: Math.max(...late), goal: 250, loop: 'open', spread: spreadOf(late) })
})
