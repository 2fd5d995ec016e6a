import { expect, test } from 'vitest'
import { isMet, lineOf, openTable, type Row, ratioOf, spreadOf } from '../../bench/table'

/** The result table of the measurements must not call a missed goal met. */

test('ratioOf gives how good ours is relative to the peer, whether more or less is better', () => {
  expect(ratioOf({ what: 'pages per second', ours: 50, peer: 100, better: 'more' })).toBe(0.5)
  expect(ratioOf({ what: 'ms', ours: 50, peer: 25 })).toBe(0.5)
  expect(ratioOf({ what: 'alone', ours: 1 })).toBeNull()
})

const rows: [string, Omit<Row, 'what'>, boolean | null][] = [
  ['a ratio reached', { ours: 80, peer: 100, better: 'more', goal: 0.8 }, true],
  ['a ratio that is only rounded up to it', { ours: 79.6, peer: 100, better: 'more', goal: 0.8 }, false],
  ['milliseconds, three times the peer', { ours: 30, peer: 10, goal: 0.33 }, true],
  ['bytes without a peer', { ours: 10_001, goal: 10_000 }, false],
  ['per second without a peer', { ours: 100, better: 'more', goal: 100 }, true],
  ['a goal of the figure, beside a peer', { ours: 9, peer: 1, goal: 10, of: 'ours' }, true],
  ['nothing measured', { ours: Number.NaN, peer: 10, goal: 0.5 }, false],
  ['no goal', { ours: 1, peer: 1 }, null],
]

test.each(rows)('isMet judges the goal: %s', (what, row, met) => {
  expect(isMet({ what, ...row })).toBe(met)
})

test('each line states its goal in words, and the last line counts the goals that were met', () => {
  const row: Row = {
    what: 'bookings per second',
    ours: 300,
    peer: 400,
    against: 'their own SQL',
    better: 'more',
    goal: 0.8,
  }
  expect(lineOf('bookings', row)).toMatchObject({
    part: 'bookings',
    ratio: 0.75,
    goal: 'ratio at least 0.8',
    met: 'NOT MET',
  })
  const table = openTable()
  table.add('bookings', [row, { what: 'js', ours: 2, goal: 10 }, { what: 'no goal', ours: 1 }])
  const said: string[] = []
  const printed: unknown[] = []
  table.print(
    (lines) => printed.push(lines),
    (text) => said.push(text),
  )
  expect(printed).toHaveLength(1)
  expect(said.at(-1)).toBe('1 of 2 goals met.')
})

test('spreadOf sorts the times before it takes percentiles', () => {
  const times = Array.from({ length: 1000 }, (_, n) => 1000 - n)
  expect(spreadOf(times)).toEqual({ p50: 501, p99: 991, p999: 1000 })
})
