import { expect, test } from 'vitest'
import { type SecurityLine, securityLog } from './security-log.server'

function listen(share?: (most: number) => number) {
  const time = { ms: 0 }
  const lines: SecurityLine[] = []
  return {
    time,
    lines,
    note: securityLog(
      (line) => lines.push(line),
      () => time.ms,
      share,
    ),
  }
}

test('logs one line per event, with its known fields', () => {
  const { lines, note } = listen()
  note({ kind: 'login', actorId: 'p1', what: 'password' })
  note({ kind: 'door refused', path: '/dashboard/admin', status: 403, requestId: 'r1' })
  expect(lines).toEqual([
    { security: 'login', actorId: 'p1', what: 'password' },
    { security: 'door refused', path: '/dashboard/admin', status: 403, requestId: 'r1' },
  ])
})

test('limits the lines of one kind per minute, counts the rest, and hides no other kind', () => {
  const { time, lines, note } = listen()
  for (let i = 0; i < 100_000; i++) note({ kind: 'nothing there', path: '/…' })
  expect(lines).toHaveLength(61)
  expect(lines.at(-1)).toEqual({ security: 'nothing there', more: 'only counted until the minute is over' })
  note({ kind: 'login failed', what: 'password' })
  expect(lines.at(-1)).toMatchObject({ security: 'login failed' })

  time.ms = 60_000
  note({ kind: 'nothing there', path: '/x' })
  expect(lines.slice(-2)).toEqual([
    { security: 'nothing there', leftOut: 99_940 },
    { security: 'nothing there', path: '/x' },
  ])
})

test.each([
  ['login', 600],
  ['login failed', 120],
  ['door refused', 60],
  ['nothing there', 60],
  ['input refused', 60],
  ['limit spent', 60],
] as const)('logs of %s at most %i lines a minute, shared among the processes', (kind, most) => {
  for (const [share, told] of [[undefined, most] as const, [(all: number) => all / 2, most / 2] as const]) {
    const { time, lines, note } = listen(share)
    for (let i = 0; i < told + 1; i++) note({ kind })
    expect(lines).toHaveLength(told + 1)
    for (let i = told + 1; i < most + 5; i++) note({ kind })
    expect(lines).toHaveLength(told + 1)
    // Exact to the millisecond: silent within the minute, and after it the number left out.
    time.ms = 59_999
    note({ kind })
    expect(lines).toHaveLength(told + 1)
    time.ms = 60_000
    note({ kind })
    expect(lines.slice(told + 1)).toEqual([{ security: kind, leftOut: most + 6 - told }, { security: kind }])
  }
})

test('leaves nothing out of a minute that just reaches the limit', () => {
  const { time, lines, note } = listen()
  for (let i = 0; i < 60; i++) note({ kind: 'input refused' })
  time.ms = 60_000
  note({ kind: 'input refused' })
  expect(lines).toEqual(Array.from({ length: 61 }, () => ({ security: 'input refused' })))
})
