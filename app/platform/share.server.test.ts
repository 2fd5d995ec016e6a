import { expect, test } from 'vitest'
import { shareOf } from './share.server'

test.each([
  ['a single process gets all, whatever the least', null, 2, 4, 2],
  ['one web process', 1, 10, 4, 10],
  ['two web processes', 2, 300, 1, 150],
  ['a share that is not whole is rounded up', 4, 10, 1, 3],
  ['a share is never less than the least', 4, 5, 2, 2],
  ['a share is never more than the limit', 4, 3, 4, 3],
])('divides a limit among processes: %s', (_, webProcesses, most, least, share) => {
  expect(shareOf({ webProcesses }, most, least)).toBe(share)
})

test('the minimum defaults to one, and a single process has all', () => {
  expect(shareOf({ webProcesses: null }, 5)).toBe(5)
  expect(shareOf({ webProcesses: 8 }, 5)).toBe(1)
})
