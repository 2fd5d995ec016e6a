import { expect, test } from 'vitest'
import { shareOf } from './share.server'

test.each([
  ['alone, whatever the least is', null, 2, 4, 2],
  ['one of one', 1, 10, 4, 10],
  ['one of two', 2, 300, 1, 150],
  ['a part that is not whole', 4, 10, 1, 3],
  ['never less than the least', 4, 5, 2, 2],
  ['never more than all of it', 4, 3, 4, 3],
])('divides a limit among processes: %s', (_, webProcesses, most, least, share) => {
  expect(shareOf({ webProcesses }, most, least)).toBe(share)
})

test('the minimum defaults to one, and a single process has all', () => {
  expect(shareOf({ webProcesses: null }, 5)).toBe(5)
  expect(shareOf({ webProcesses: 8 }, 5)).toBe(1)
})
