import { expect, test } from 'vitest'
import { commonTo, groupOf, stateOf } from './fault'

const at = (line: number, name = 'bookOne') => [`at ${name} (build/server/index.js:${line}:7)`, 'at next (x.js:1:1)']
const mark = (kind: string, code: string | undefined, place: string, frames: string[]) =>
  commonTo(groupOf({ kind, ...(code && { code }), at: frames }, place))

test.each([
  ['the same function at another line, as after a release', mark('TypeError', undefined, 'GET /a', at(9)), true],
  ['another function', mark('TypeError', undefined, 'GET /a', at(1, 'other')), false],
  ['another place', mark('TypeError', undefined, 'GET /b', at(1)), false],
  ['another type of error', mark('RangeError', undefined, 'GET /a', at(1)), false],
  ['an error code', mark('TypeError', '23505', 'GET /a', at(1)), false],
])('groups a fault with another or separately: %s', (_, other, isOne) => {
  expect(other === mark('TypeError', undefined, 'GET /a', at(1))).toBe(isOne)
})

test('groups faults without a function name or frames, and cuts long texts', () => {
  expect(mark('Error', undefined, '', ['at x.js:1:1'])).toBe('Error\n…\n')
  expect(mark('Error', undefined, 'a chore', [])).toBe('Error\na chore\n')
  expect(groupOf({ kind: 'E'.repeat(500), at: [] }, 'p'.repeat(500))).toMatchObject({
    kind: 'E'.repeat(120),
    place: 'p'.repeat(200),
  })
})

test.each([
  [null, false, 'open'],
  [null, true, 'back'],
  [new Date(), false, 'mended'],
  [new Date(), true, 'mended'],
] as const)('the state when mended at %s and came back %s is %s', (mendedAt, cameBack, state) => {
  expect(stateOf({ mendedAt, cameBack })).toBe(state)
})
