import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { enter, moment, report, round, small } from './figures'
import { bodyOf, openWarm, press, untilSent, warm } from './pressing'

/** Factor by which the rate must grow to count as higher: two equal runs differ by less. */
const more = 1.05

const stepS = small ? 1 : 4

/**
 * Maximum rate in a closed loop, with growing concurrency. Ends when two increases in a row have brought no more, since
 * a single slow second is not saturation.
 */
async function saturated(does: () => Promise<unknown>, hasMore = () => true) {
  let best = { atOnce: 0, perSecond: 0 }
  let inVain = 0
  for (let atOnce = 4; atOnce <= 128 && hasMore() && inVain < 2; atOnce *= 2) {
    const began = moment()
    const end = began + stepS * 1_000
    let done = 0
    const ask = async () => {
      while (moment() < end && hasMore()) {
        await does()
        done++
      }
    }
    await Promise.all(Array.from({ length: atOnce }, ask))
    const perSecond = done / ((moment() - began) / 1_000)
    inVain = perSecond < best.perSecond * more ? inVain + 1 : 0
    if (perSecond > best.perSecond) best = { atOnce, perSecond }
  }
  return best
}

test('alarms accepted over HTTP until it saturates, against one bare INSERT of the same bytes', async () => {
  const opened = await openWarm({ members: small ? 1_500 : 8_000 })
  await warm(opened)
  const { place, home, fresh } = opened
  const { pool, url } = place.world
  const { rows } = await pool.query<{ fsync: string }>('show fsync')
  expect(rows).toEqual([{ fsync: 'on' }])

  // As many connections as requests, so that the bare INSERT waits only for the disk, and commits are grouped.
  const lines = new pg.Pool({ connectionString: url, max: 128 })
  lines.on('error', () => {})
  onTestFinished(() => lines.end())
  await pool.query('create table bare_presses (id bigserial primary key, bytes text not null)')
  const bare = await saturated(() =>
    lines.query('insert into bare_presses (bytes) values ($1)', [bodyOf(randomUUID())]),
  )

  const waiting = [...fresh]
  let pressed = 0
  const began = moment()
  const ours = await saturated(
    async () => {
      const member = waiting.pop()
      if (member) await press(home, member)
      if (member) pressed++
    },
    () => waiting.length > 0,
  )
  const acceptedMs = moment() - began
  await untilSent(place)
  const { rows: kept } = await pool.query<{ n: number }>(
    `select count(*)::int as n from safety_alarms where status <> 'cancelled'`,
  )
  // Accepted means on disk, and as an alarm of its own.
  expect(kept).toEqual([{ n: pressed }])
  report({
    what: `alarms accepted over HTTP a second, ${ours.atOnce} at once`,
    p50: round(ours.perSecond),
    p99: '',
    most: '',
    aim: '',
  })
  report({
    what: `bare INSERT a second, ${bare.atOnce} at once`,
    p50: round(bare.perSecond),
    p99: '',
    most: '',
    aim: '',
  })
  report({
    what: 'the last first message of them after the last answer (ms)',
    p50: '',
    p99: '',
    most: Math.round(moment() - began - acceptedMs),
    aim: '',
  })
  enter({
    what: 'alarms accepted over HTTP per second, until it saturates',
    ...{ ours: ours.perSecond, peer: bare.perSecond, against: 'one bare INSERT of the same bytes, fsync on' },
    ...{ better: 'more', goal: 0.5, loop: 'closed' },
  })
})
