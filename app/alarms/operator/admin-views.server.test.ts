import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { SafetyAlarms } from '../../../db/schema'
import { openNeighbourhood, placeAlarm, press } from '../../../test/support/alarms'
import { giveOwner } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { found } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember, type Resident } from '../../../test/support/people'
import { addEntries, armSteps } from '../history/alarm-store.server'
import { openIncidents } from '../watch/incident-store.server'
import { defaultPolicy } from '../watch/policy'
import { readSilentPostcodes, upsertPolicy } from '../watch/policy-store.server'
import { readAlarmLine, readClosedLines, readOpenLines, readSituation, readTimeline } from './admin-view-store.server'
import { readOverSearch } from './over-search'
import {
  readAdminAlarm,
  readAdminAlarms,
  readAdminFigures,
  readAdminPolicies,
  readAdminPolicy,
} from './read-admin.server'

/** What an administrator sees of alarms, each beside another alarm that differs in one thing. */

const house = useHouse()
let now: Date
let admin: Resident
const from = (ms: number) => new Date(now.getTime() + ms)

beforeEach(async () => {
  now = house.clock.now()
  admin = await joinAsAdmin(house)
  // Closes alarms left open by other tests, in a postcode that is not searched here.
  const over = { status: 'cancelled' as const, closed_at: now, postcode: '11111', taken_by_company: null }
  await house.db.updateTable('safety_alarms').set(over).execute()
  await house.db.deleteFrom('alarm_incidents').execute()
})

const write = (given: Partial<Insertable<SafetyAlarms>> = {}) => placeAlarm(house, now, given)
const ended = (status: 'resolved' | 'false_alarm' | 'cancelled') => ({ status, closed_at: now })

test('open alarms are listed untaken first and oldest first, with tests last, up to the limit', async () => {
  const taken = await write({ status: 'acknowledged', taken_by_operator: admin.signedIn.person.id, taken_at: now })
  const ids = [await write(), await write({ is_test: true }), await write()]
  await write(ended('resolved'))
  const [first, tried, second] = ids
  expect((await readOpenLines(house.db, 9)).map(({ id }) => id)).toEqual([first, second, taken, tried])
  expect((await readOpenLines(house.db, 2)).map(({ id }) => id)).toEqual([first, second])
  expect(await readAlarmLine(house.db, ids[1] ?? '')).toMatchObject({ isTest: true, state: 'new', needsHelp: false })
  expect(await readAlarmLine(house.db, randomUUID())).toBeNull()
})

test('the page says when there are more open alarms than it shows', async () => {
  await Promise.all(Array.from({ length: 200 }, () => write()))
  expect(await readAdminAlarms(house, admin.signedIn, null)).toMatchObject({ isOpenCut: false })
  await write()
  const page = await readAdminAlarms(house, admin.signedIn, null)
  expect([page.open.length, page.isOpenCut]).toEqual([200, true])
})

test('an alarm shows its member’s name, and a canary ‘Automatiskt test’', async () => {
  const member = await joinAsMember(house)
  const nameOf = async (given: Partial<Insertable<SafetyAlarms>>) =>
    found(await readAdminAlarm(house, admin.signedIn, await write(given))).alarm.reporterName
  const { id, name } = member.signedIn.person
  expect(await nameOf({ reported_by: id })).toBe(name)
  expect(await nameOf({ reported_by: null, origin: 'canary', is_test: true })).toBe('Automatiskt test')
})

test.each<[string, Partial<Insertable<SafetyAlarms>>, boolean]>([
  ['the member was told that nobody has answered', { told_nobody_at: new Date() }, true],
  ['nobody can be called', { nobody_callable_since: new Date() }, true],
  ['a test', { nobody_callable_since: new Date(), is_test: true }, false],
  ['a closed alarm', { told_nobody_at: new Date(), status: 'cancelled', closed_at: new Date() }, false],
  ['a new alarm', {}, false],
])('needsHelp is true only for a real open alarm that nobody answers: %s (case %#)', async (_, given, needsHelp) => {
  expect(await readAlarmLine(house.db, await write(given))).toMatchObject({ needsHelp })
})

test('an alarm with an open incident needs help until the incident is gone', async () => {
  const [alarm, other] = [await write(), await write()]
  await openIncidents(house.db, [{ alarmId: alarm, kind: 'late step', subject: 'a' }], now)
  expect([await readAlarmLine(house.db, alarm), await readAlarmLine(house.db, other)]).toMatchObject([
    { needsHelp: true },
    { needsHelp: false },
  ])
  await house.db.updateTable('alarm_incidents').set({ gone_at: now }).execute()
  expect(await readAlarmLine(house.db, alarm)).toMatchObject({ needsHelp: false })
})

test('closed alarms are found by postcode and outcome, newest first, with keyset pagination', async () => {
  const postcode = '39881'
  const ids = [
    await write({ ...ended('resolved'), postcode }),
    await write({ ...ended('false_alarm'), postcode }),
    await write({ ...ended('resolved'), postcode }),
  ]
  await write({ postcode })
  await write({ ...ended('resolved'), postcode: '39882' })
  const find = async (query: string, before: string | null = null, most = 9) =>
    (await readClosedLines(house.db, readOverSearch(new URLSearchParams(query)), before, most)).map(({ id }) =>
      ids.indexOf(id),
    )
  expect(await find(`postnummer=${postcode}`)).toEqual([2, 1, 0])
  expect(await find(`postnummer=398 81&slut=resolved`)).toEqual([2, 0])
  expect(await find(`postnummer=${postcode}&slut=false_alarm`)).toEqual([1])
  expect(await find(`postnummer=${postcode}`, null, 2)).toEqual([2, 1])
  expect(await find(`postnummer=${postcode}`, ids[1])).toEqual([0])
})

test('postcodes with open alarms are listed by the longest wait, and those where all are taken last', async () => {
  const { companyId } = await openNeighbourhood(house)
  const taken = { status: 'acknowledged' as const, taken_by_company: companyId, taken_at: now }
  await write({ postcode: '39804', ...taken })
  await write({ postcode: '39803', ...taken })
  await write({ postcode: '39802', created_at: from(-1_000) })
  await write({ postcode: '39802', created_at: from(-3_000) })
  await write({ postcode: '39802', ...taken, created_at: from(-9_000) })
  await write({ postcode: '39801', created_at: from(-2_000) })
  await write({ postcode: '39800', is_test: true })
  await write({ postcode: '39799', ...ended('resolved') })
  expect(await readSituation(house.db)).toEqual([
    { postcode: '39802', open: 3, waiting: 2, oldestWaiting: from(-3_000) },
    { postcode: '39801', open: 1, waiting: 1, oldestWaiting: from(-2_000) },
    { postcode: '39803', open: 1, waiting: 0, oldestWaiting: null },
    { postcode: '39804', open: 1, waiting: 0, oldestWaiting: null },
  ])
})

test('the history is listed in order with the names of guard, company and operator, and the steps by due time', async () => {
  const { companyId, guard } = await openNeighbourhood(house)
  await giveOwner(house, companyId)
  const [alarm, other] = [await write(), await write()]
  const { person } = admin.signedIn
  await addEntries(house.db, now, { alarmId: alarm, kind: 'raised', actor: { kind: 'system' } })
  await addEntries(house.db, from(-5), { alarmId: alarm, kind: 'taken', actor: guard, facts: { via: 'sms' } })
  await addEntries(house.db, now, { alarmId: other, kind: 'taken', actor: guard })
  await addEntries(house.db, now, { alarmId: alarm, kind: 'arrived', actor: { ...guard, guardId: null } })
  await addEntries(house.db, now, { alarmId: alarm, kind: 'note', actor: { kind: 'operator', personId: person.id } })
  const lines = (await readTimeline(house.db, alarm)).map(({ kind, by, name, facts }) => [kind, by, name, facts])
  expect(lines).toEqual([
    ['raised', 'system', '', {}],
    ['taken', 'partner', 'Vakt AB (Ali)', { via: 'sms' }],
    ['arrived', 'partner', 'Vakt AB', {}],
    ['note', 'operator', person.name, {}],
  ])
  await armSteps(house.db, [{ alarm: { id: alarm, isTest: false }, kind: 'widen', afterS: 120 }], now)
  await armSteps(house.db, [{ alarm: { id: alarm, isTest: false }, kind: 'ring', afterS: 30 }], now)
  const page = found(await readAdminAlarm(house, admin.signedIn, alarm))
  expect(page.alarm.steps).toEqual([
    { kind: 'ring', dueAt: from(30_000), state: 'pending' },
    { kind: 'widen', dueAt: from(120_000), state: 'pending' },
  ])
  expect(page.alarm.timeline).toHaveLength(4)
  expect(await readAdminAlarm(house, admin.signedIn, randomUUID())).toMatchObject({ end: expect.anything() })
  expect(await readAdminAlarm(house, admin.signedIn, 'x')).toMatchObject({ end: expect.anything() })
})

test('the alarms page lists twenty closed, marks incidents as heard, and is refused to a member', async () => {
  const member = await joinAsMember(house)
  for (let made = 0; made < 21; made++) await write({ ...ended('resolved'), postcode: '39771' })
  await openIncidents(house.db, [{ alarmId: null, kind: 'engine silent', subject: 'engine' }], now)
  const over = readOverSearch(new URLSearchParams('postnummer=39771'))
  const page = await readAdminAlarms(house, admin.signedIn, null, over)
  expect(page.closed.shown).toHaveLength(20)
  expect(page.closed.next).toBe(page.closed.shown.at(-1)?.id)
  expect(page.incidents).toMatchObject([{ kind: 'engine silent', label: 'Larmmotorn svarar inte' }])
  const { heard_at } = await house.db.selectFrom('alarm_incidents').select('heard_at').executeTakeFirstOrThrow()
  expect(heard_at).toEqual(page.now)
  const next = await readAdminAlarms(house, admin.signedIn, page.closed.next ?? null, over)
  expect([next.closed.shown.length, next.closed.next]).toEqual([1, undefined])
  await press(house, member)
  expect((await readAdminAlarms(house, admin.signedIn, null, over)).areas[0]).toMatchObject({
    code: '12540',
    open: 1,
    waiting: 1,
  })
  for (const read of [
    () => readAdminAlarms(house, member.signedIn, null),
    () => readAdminAlarm(house, member.signedIn, randomUUID()),
    () => readAdminFigures(house, member.signedIn, 7),
    () => readAdminPolicies(house, member.signedIn, null),
    () => readAdminPolicy(house, member.signedIn, '12540'),
  ])
    await expect((async () => read())()).rejects.toThrow('not allowed')
})

test('figures cover the given number of days, the busiest postcodes first, twenty at most', async () => {
  await house.db.deleteFrom('alarm_figures').execute()
  const dayAt = (back: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' }).format(from(-back * 86_400_000))
  const figure = (postcode: string, day: string, alarms: number) =>
    house.db.insertInto('alarm_figures').values({ postcode, day, alarms }).execute()
  for (let nth = 0; nth < 21; nth++) await figure(String(39_600 + nth), dayAt(6), nth + 1)
  await figure('39600', dayAt(7), 999)
  const { figures, days } = await readAdminFigures(house, admin.signedIn, 7)
  expect([days, figures.length, figures[0]?.postcode, figures[0]?.alarms]).toEqual([7, 20, '39620', 21])
  expect(figures.some(({ postcode }) => postcode === '39600')).toBe(false)
})

test('open postcodes are listed sixty to a page, each with its own policy or the default', async () => {
  await house.db.deleteFrom('postcodes').execute()
  const codes = Array.from({ length: 61 }, (_, nth) => String(39_500 + nth))
  await house.db
    .insertInto('postcodes')
    .values(codes.map((code) => ({ code, name: 'By', state: 'open' as const })))
    .execute()
  await house.db.insertInto('postcodes').values({ code: '39400', name: 'Stängt', state: 'closed' }).execute()
  await upsertPolicy(house.db, '39501', { ...defaultPolicy, ringTimes: 9 }, now)
  await upsertPolicy(house.db, '39501', { ...defaultPolicy, ringTimes: 8 }, now)
  const first = await readAdminPolicies(house, admin.signedIn, null)
  expect([first.areas.length, first.next]).toEqual([60, '39559'])
  expect(first.areas.slice(0, 2)).toEqual([
    { code: '39500', name: 'By', policy: defaultPolicy, isOwn: false },
    { code: '39501', name: 'By', policy: { ...defaultPolicy, ringTimes: 8 }, isOwn: true },
  ])
  const second = await readAdminPolicies(house, admin.signedIn, first.next ?? null)
  expect([second.areas.map(({ code }) => code), second.next]).toEqual([['39560'], undefined])
  expect(await readAdminPolicy(house, admin.signedIn, '39501')).toMatchObject({ policy: { ringTimes: 8 }, history: [] })
  for (const nonsense of ['', '3950', '395011', '3950x'])
    expect(await readAdminPolicy(house, admin.signedIn, nonsense)).toMatchObject({ end: expect.anything() })
})

test('readSilentPostcodes lists open postcodes whose last canary is older than the policy allows', async () => {
  await house.db.deleteFrom('postcodes').execute()
  const days = (count: number) => from(-count * 86_400_000)
  for (const code of ['39404', '39403', '39402', '39401'])
    await house.db.insertInto('postcodes').values({ code, name: 'By', state: 'open' }).execute()
  await house.db.insertInto('postcodes').values({ code: '39400', name: 'Stängt', state: 'closed' }).execute()
  const sang = (postcode: string, at: Date, origin: 'canary' | 'member' = 'canary') =>
    write({ postcode, origin, is_test: true, created_at: at, ...ended('cancelled') })
  await sang('39401', new Date(days(7).getTime() - 1))
  await sang('39402', days(9))
  await sang('39402', days(7))
  await sang('39403', now, 'member')
  await upsertPolicy(house.db, '39404', { ...defaultPolicy, canaryDays: 2 }, now)
  await sang('39404', days(3))
  expect(await readSilentPostcodes(house.db, now)).toEqual(['39401', '39403', '39404'])
})
