import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { spreadOf } from '../table'
import { enter, moment, report, small, spread } from './figures'
import { firstRequests, openWarm, press, untilSent, warm } from './pressing'

/** From a press to the request that the SMS provider receives. */

async function open(members: number) {
  const opened = await openWarm({ members })
  await warm(opened)
  return opened
}

/** Long enough for all work on one alarm to end before the next. */
const betweenMs = 150

test('idle: press to provider request, against INSERT + NOTIFY heard by another connection', async () => {
  const times = small ? 60 : 300
  const { place, home, fresh } = await open(times)
  const { url, pool } = place.world
  const listener = new pg.Client(url)
  onTestFinished(() => listener.end())
  await listener.connect()
  await listener.query('listen bench')
  await pool.query('create table bench (id bigserial primary key, words text)')
  const bare: number[] = []
  const pressed = new Map<string, number>()
  for (const member of fresh) {
    const heard = new Promise((resolve) => listener.once('notification', resolve))
    const began = moment()
    await pool.query(
      `with row as (insert into bench (words) values ('x') returning id) select pg_notify('bench', id::text) from row`,
    )
    await heard
    bare.push(moment() - began)
    const pressedAt = moment()
    pressed.set(await press(home, member), pressedAt)
    await pause(betweenMs)
  }
  await pause(1_000)
  const first = await firstRequests(place)
  const ours = [...pressed].map(([key, at]) => (first.get(key) ?? Number.NaN) - at)
  expect(ours.every((ms) => ms > 0)).toBe(true)
  report({ what: 'press to provider request, idle (ms)', ...spread(ours), aim: 'p99 10' })
  report({ what: 'INSERT + NOTIFY heard, same run (ms)', ...spread(bare), aim: '' })
  const [own, peer] = [spreadOf(ours), spreadOf(bare)]
  const against = 'a bare INSERT and NOTIFY, heard'
  for (const share of ['p50', 'p99'] as const) {
    const what = `press to the provider's door, idle, ${share} ms`
    enter({ what, ours: own[share], peer: peer[share], against, goal: 1 / 3, loop: 'open', spread: own })
  }
})

test('a hundred a second: press to provider request', async () => {
  const [perSecond, seconds] = small ? [100, 5] : [100, 60]
  const { place, home, fresh } = await open(perSecond * seconds)
  const pressed = new Map<string, number>()
  const began = moment()
  const answers = fresh.map(async (member, n) => {
    await pause(Math.max(0, (n * 1_000) / perSecond - (moment() - began)))
    const at = moment()
    pressed.set(await press(home, member), at)
  })
  await Promise.all(answers)
  const took = (moment() - began) / 1000
  await untilSent(place)
  const first = await firstRequests(place)
  const ours = [...pressed].map(([key, at]) => (first.get(key) ?? Number.NaN) - at)
  expect(ours.every((ms) => ms > 0)).toBe(true)
  report({ what: `press to provider request, ${perSecond}/s for ${seconds} s (ms)`, ...spread(ours), aim: 'p99 250' })
  report({
    what: 'alarms accepted over HTTP in that time, per second',
    p50: Math.round(pressed.size / took),
    p99: '',
    most: '',
    aim: perSecond,
  })
  const own = spreadOf(ours)
  const what = `press to the provider's door, ${perSecond} a second, p99 ms`
  enter({ what, ours: own.p99, goal: 250, loop: 'open', spread: own })
})
