import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useHouse } from '../../../test/support/house'
import {
  brokenConstraint,
  DatabaseAway,
  isDatabaseAway,
  isDatabaseFault,
  isDataFault,
  isDeadlock,
} from './errors.server'

/** What the user is told and whether there is a retry depend on how an error is classified. */
const house = useHouse()
const faultOf = (asked: Promise<unknown>) => asked.then(() => null).catch((error: unknown) => error)
const asked = (text: string) => faultOf(sql.raw(text).execute(house.db))
const judged = (error: unknown) => [isDataFault(error), isDatabaseFault(error), brokenConstraint(error)]

test('invalid data and broken constraints are data faults, and the constraint is named', async () => {
  expect(judged(await asked('select 1 / 0'))).toEqual([true, false, null])
  expect(judged(await asked(`select 'x'::uuid`))).toEqual([true, false, null])
  const twice = `insert into profiles (full_name, email) values ('Siv', 'siv.tva@exempel.se')`
  expect(await asked(twice)).toBeNull()
  const broken = await asked(twice)
  expect(judged(broken)).toEqual([true, false, expect.stringContaining('email')])
  // The same fields on an error that is not from PostgreSQL are no constraint violation.
  const { code, constraint } = broken as { code: string; constraint: string }
  const alike = Object.assign(new Error('alike'), { code, constraint })
  expect(judged(alike)).toEqual([false, false, null])
  // An SQLSTATE other than an integrity violation gives no constraint, even if the error names one.
  expect(brokenConstraint(Object.assign(broken as Error, { code: '57014' }))).toBeNull()
})

test('a full disk, a lock time-out and a lost connection are database faults', async () => {
  expect(judged(await asked(`do $$ begin raise sqlstate '53100'; end $$`))).toEqual([false, true, null])
  expect(judged(await asked(`do $$ begin raise sqlstate '55P03'; end $$`))).toEqual([false, true, null])
  expect(judged(new DatabaseAway('away'))).toEqual([false, true, null])
  const refused = Object.assign(new Error('no'), { code: 'ECONNREFUSED', syscall: 'connect' })
  expect(judged(refused)).toEqual([false, true, null])
  expect(isDatabaseFault(new Error('Connection terminated unexpectedly'))).toBe(true)
})

test.each([
  ['08006', true],
  ['53300', true],
  ['57P01', true],
  ['25006', true],
  ['53100', false],
  ['55P03', false],
  ['57014', false],
  ['40P01', false],
  ['23505', false],
])('an error with SQLSTATE %s says that the database is away: %s', async (state, isAway) => {
  expect(isDatabaseAway(await asked(`do $$ begin raise sqlstate '${state}'; end $$`))).toBe(isAway)
})

test('a lost connection says that the database is away, and any other error does not', () => {
  const refused = Object.assign(new Error('no'), { code: 'ECONNREFUSED', syscall: 'connect' })
  expect([refused, new DatabaseAway('away'), new Error('odd'), null].map(isDatabaseAway)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a wrong statement, a file error or an unknown value is neither a data nor a database fault', async () => {
  expect(judged(await asked('select from nothing_of_that_name'))).toEqual([false, false, null])
  // File errors have the same codes, but their syscall is `open`.
  const file = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })
  const line = Object.assign(new Error('odd'), { code: 'EACCES', syscall: 'connect' })
  const words = Object.assign(new Error('timeout expired'), { code: 'ENOENT', syscall: 'open' })
  expect([file, line, words].map(isDatabaseFault)).toEqual([false, false, true])
  for (const nothing of ['ECONNREFUSED', null, undefined, {}]) expect(judged(nothing)).toEqual([false, false, null])
})

test('recognizes a deadlock by its SQLSTATE', async () => {
  expect([isDeadlock(await asked(`do $$ begin raise sqlstate '40P01'; end $$`)), isDeadlock(new Error('x'))]).toEqual([
    true,
    false,
  ])
})
