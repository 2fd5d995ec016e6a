import { beforeEach, expect, test } from 'vitest'
import { useHouse } from '../../../test/support/house'
import { closeIncident, openIncidents } from '../watch/incident-store.server'
import { listResponses } from './read-responses.server'
import type { PublicFigures } from './response-figures'
import { readAlarmTimes, readPublicFigures, savePublicFigures } from './shown-store.server'
import {
  noteCheck,
  noteEvents,
  readCanaryDays,
  readServiceDays,
  readServiceEvents,
  readStanding,
} from './status-store.server'

/** What is recorded about the service's status, per check interval and per kind of incident. */

const house = useHouse()
// Ten in the evening in Sweden, on the last day of a month.
const now = new Date('2027-03-31T20:00:00Z')
const from = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const silent = { alarmId: null, kind: 'engine silent' as const, subject: 'engine' }
const late = (subject: string) => ({ alarmId: null, kind: 'late step' as const, subject })

beforeEach(async () => {
  for (const table of ['service_days', 'service_events', 'alarm_incidents', 'canary_days', 'alarm_times'] as const)
    await house.db.deleteFrom(table).execute()
})

test('noteCheck counts one check per interval and adds up the days', async () => {
  const check = (isWell: boolean, stretch: Date, at: Date, day = '2027-03-31') =>
    noteCheck(house.db, day, isWell, stretch, at)
  expect(await check(true, now, from(1))).toBe(true)
  expect(await check(false, now, from(2))).toBe(false)
  expect(await check(false, from(1), from(5))).toBe(false)
  expect(await check(false, from(5), from(6))).toBe(true)
  expect(await check(true, from(10), from(10))).toBe(true)
  expect(await check(true, from(125), from(125), '2027-04-01')).toBe(true)
  await house.db.insertInto('service_days').values({ day: '2027-03-30', checks: 9, well: 9, checked_at: now }).execute()
  expect((await readServiceDays(house.db, '2027-03-31')).map(({ day, checks, well }) => [day, checks, well])).toEqual([
    ['2027-03-31', 3, 2],
    ['2027-04-01', 1, 1],
  ])
})

test('noteEvents keeps one line per kind and Swedish day, open as long as any such incident is', async () => {
  const kinds = ['engine silent', 'late step'] as const
  const note = (at: Date, since = from(-600)) => noteEvents(house.db, kinds, since, at)
  const events = async () =>
    (await readServiceEvents(house.db, '2027-03-01')).map(({ day, kind, beganAt, endedAt }) => [
      day.slice(5),
      kind,
      beganAt,
      endedAt,
    ])
  await openIncidents(house.db, [late('old')], from(-601))
  await openIncidents(house.db, [late('a')], from(3))
  await openIncidents(house.db, [late('b')], from(1))
  await openIncidents(house.db, [{ ...silent, kind: 'no report' as never, subject: 'x' }], now)
  await note(from(4))
  expect(await events()).toEqual([['03-31', 'late step', from(1), null]])
  await closeIncident(house.db, 'late step', 'a', from(9))
  await note(from(9))
  expect(await events()).toEqual([['03-31', 'late step', from(1), null]])
  await closeIncident(house.db, 'late step', 'b', from(7))
  await note(from(10))
  expect(await events()).toEqual([['03-31', 'late step', from(1), from(9)]])
  // Found again after midnight in Sweden: a new line for the new day, and the previous one ends.
  await openIncidents(house.db, [silent], from(20))
  await note(from(21))
  await closeIncident(house.db, 'engine silent', 'engine', from(30))
  await openIncidents(house.db, [silent], from(121))
  await note(from(122))
  expect(await events()).toEqual([
    ['04-01', 'engine silent', from(121), null],
    ['03-31', 'engine silent', from(20), from(122)],
    ['03-31', 'late step', from(1), from(9)],
  ])
  expect((await readServiceEvents(house.db, '2027-04-01')).map(({ day }) => day)).toEqual(['2027-04-01'])
})

test('readStanding is true while an incident of a given kind is open', async () => {
  await openIncidents(house.db, [silent], now)
  expect([
    await readStanding(house.db, ['engine silent', 'late step']),
    await readStanding(house.db, ['late step']),
  ]).toEqual([true, false])
  await closeIncident(house.db, 'engine silent', 'engine', now)
  expect(await readStanding(house.db, ['engine silent'])).toBe(false)
})

test('readCanaryDays lists days in order since a given day', async () => {
  for (const day of ['2027-03-30', '2027-03-28', '2027-03-29'])
    await house.db
      .insertInto('canary_days')
      .values({ day, channel: 'sms', sent: 1, delivered: 1, failed: 0, last_at: now })
      .execute()
  expect((await readCanaryDays(house.db, '2027-03-29')).map(({ day }) => day)).toEqual(['2027-03-29', '2027-03-30'])
})

test('times are read by postcode since a given day, and saved public figures overwrite older ones', async () => {
  const row = { is_test: false, is_slip: false, delivered_ms: 900, taken_ms: null, on_site_ms: 5_000 }
  for (const [postcode, day] of [
    ['39301', '2027-03-30'],
    ['39301', '2027-03-31'],
    ['39302', '2027-03-31'],
  ] as const)
    await house.db
      .insertInto('alarm_times')
      .values({ postcode, day, ...row })
      .execute()
  expect(await readAlarmTimes(house.db, '39301', '2027-03-31')).toEqual([
    { day: '2027-03-31', isTest: false, isSlip: false, deliveredMs: 900, takenMs: null, onSiteMs: 5_000 },
  ])
  for (const code of ['39301', '39302'])
    await house.db.insertInto('postcodes').values({ code, name: 'By', state: 'open' }).execute()
  const save = (postcode: string, alarms: number, at: Date) =>
    savePublicFigures(house.db, postcode, { alarms } as PublicFigures, at)
  await save('39301', 1, now)
  await save('39302', 2, now)
  await save('39301', 3, from(1))
  expect(await readPublicFigures(house.db, '39301')).toEqual({ countedAt: from(1), figures: { alarms: 3 } })
  expect(await readPublicFigures(house.db, '39302')).toEqual({ countedAt: now, figures: { alarms: 2 } })
  expect(await readPublicFigures(house.db, '39303')).toBeNull()
})

test('open postcodes are listed by number with keyset pagination, sixty to a page', async () => {
  await house.db.deleteFrom('public_figures').execute()
  await house.db.deleteFrom('postcodes').execute()
  const codes = Array.from({ length: 60 }, (_, nth) => String(39_200 + nth))
  const open = (code: string) => house.db.insertInto('postcodes').values({ code, name: 'By', state: 'open' }).execute()
  for (const code of codes.toReversed()) await open(code)
  await house.db.insertInto('postcodes').values({ code: '39199', name: 'Stängt', state: 'closed' }).execute()
  const all = await listResponses(house, null)
  expect([all.postcodes.map(({ code }) => code), all.next]).toEqual([codes, undefined])
  await open('39260')
  const first = await listResponses(house, null)
  expect([first.postcodes.length, first.next]).toEqual([60, '39259'])
  const second = await listResponses(house, first.next ?? null)
  expect([second.postcodes.map(({ code }) => code), second.next, second.after]).toEqual([['39260'], undefined, '39259'])
})
