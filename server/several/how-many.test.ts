import { expect, test } from 'vitest'
import { connectionsOf } from '../start/pool-sizes'
import { byCores, howMany } from './how-many'

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 3],
  [5, 4],
  [64, 4],
])('with %i cores, %i processes serve the web', (cores, processes) => {
  expect(byCores(cores)).toBe(processes)
})

/** PostgreSQL's default of 100 connections, less those reserved for its superuser. */
const most = 97

test.each([
  ['the embedded database', true, 4],
  ['a database that another machine uses too', false, 2],
])(
  'with PostgreSQL’s default connections, %s lets a large machine run as many processes as fit',
  (_, isOurs, processes) => {
    expect(howMany(null, { most, isOurs }, 16)).toBe(processes)
  },
)

test('a database with few connections gets one process', () => {
  expect(howMany(null, { most: 20, isOurs: false }, 16)).toBe(1)
})

test('WEB_PROCESSES overrides the number of cores, and is refused if it needs more connections than there are', () => {
  expect(howMany(4, { most, isOurs: false }, 2)).toBe(4)
  expect(() => howMany(5, { most, isOurs: true }, 64)).toThrow(
    'WEB_PROCESSES=5 takes up to 100 connections to the database, which has 97: ask for fewer, or raise its max_connections.',
  )
})

test('a single process opens 37 connections, and each of several opens fewer', () => {
  expect(connectionsOf({ webProcesses: null })).toBe(37)
  expect([2, 3, 4].map((webProcesses) => connectionsOf({ webProcesses }))).toEqual([22, 20, 20])
})
