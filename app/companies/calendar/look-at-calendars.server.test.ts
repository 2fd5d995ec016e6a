import { beforeEach, expect, test } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { openShop, type Shop } from '../../../test/support/bookings'
import { calendar, everyOtherMinute, useRemoteCalendar } from '../../../test/support/counterparts/calendar-server'
import { behind } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { listCompany } from '../../../test/support/listings'
import { valueFrom } from '../../../test/support/outcome'
import { block } from '../../../test/support/people'
import { lockCompany } from '../own-company-store.server'
import { readBusyShown, saveBusyCalendar } from './busy-calendar.server'
import { claimDueCalendars, readBusyCalendarsOf } from './busy-store.server'
import { lookAtCalendars } from './look-at-calendars.server'

/* Reading a company's own calendar, at the limits of times and sizes. Each read has a moment of its own. */

const house = useHouse()
const remote = useRemoteCalendar()
const start = Date.parse('2026-11-20T12:00:00Z')
const [minute, day] = [60_000, 86_400_000]

/** The house with its clock set this many milliseconds after the start. */
const after = (ms: number): House => ({ ...house, clock: { ...house.clock, now: () => new Date(start + ms) } })
const look = (ms: number) => lookAtCalendars(after(ms))

let shop: Shop
beforeEach(async () => {
  await house.db.deleteFrom('busy_calendars').execute()
  shop = await openShop(house)
  valueFrom(await saveBusyCalendar(after(0), shop.owner.signedIn, { address: remote.url }))
})

const shown = () => readBusyShown(house, shop.owner.signedIn)
const why = async () => (await shown())?.failing?.why
const busy = async () =>
  (await house.db.selectFrom('busy_times').select('from_at').orderBy('from_at').execute()).map(({ from_at }) =>
    from_at.toISOString().slice(0, 10),
  )
const told = async () => (await house.deliver()).filter(({ subject }) => subject === 'Er kalender går inte att läsa')

test('a calendar is read every 15 minutes, with its ETag during the same day', async () => {
  const looked = []
  for (const at of [0, 15 * minute - 1, 15 * minute, 30 * minute, day]) looked.push(await look(at))
  expect(looked).toEqual([1, 0, 1, 1, 1])
  expect(remote.asked).toEqual([undefined, '"ett"', '"ett"', '"ett"'])
})

test('an ETag of 200 characters is stored and a longer one is not', async () => {
  for (const [length, isKept] of [
    [200, true],
    [201, false],
  ] as const) {
    await house.db.deleteFrom('busy_calendars').execute()
    valueFrom(await saveBusyCalendar(after(0), shop.owner.signedIn, { address: remote.url }))
    Object.assign(remote, { asked: [], etag: `"${'x'.repeat(length - 2)}"` })
    for (const at of [0, 15 * minute]) await look(at)
    expect(remote.asked).toEqual([undefined, isKept ? remote.etag : undefined])
  }
})

test('busy times more than two days old or more than a year ahead are not stored', async () => {
  const all = ['20261118', '20261119', '20271120', '20271122'].map(
    (one) => `UID:${one}\r\nDTSTART:${one}T100000Z\r\nDURATION:PT1H`,
  )
  remote.body = calendar(...all)
  await look(0)
  expect(await busy()).toEqual(['2026-11-19', '2027-11-20'])
})

test('a calendar of twenty thousand times is read', async () => {
  remote.body = calendar(everyOtherMinute(20_000))
  await look(0)
  expect((await shown())?.failing).toBeNull()
  expect(await busy()).toHaveLength(20_000)
})

test('the number of unread events is shown until the calendar is read with new contents', async () => {
  remote.body = calendar('UID:1\r\nDTSTART:i morgon', 'UID:2\r\nDTSTART:20261126T080000Z\r\nRRULE:FREQ=HOURLY')
  await look(0)
  expect(await shown()).toMatchObject({ unread: 2, failing: null })
  await look(15 * minute)
  expect(await shown()).toMatchObject({ unread: 2 })
  Object.assign(remote, { etag: '"två"', body: calendar() })
  await look(30 * minute)
  expect(await shown()).toMatchObject({ unread: 0 })
})

test('the reason for a failed read is shown: gone, refused, forbidden address or undecryptable link', async () => {
  remote.status = 404
  await look(0)
  expect(await why()).toBe('Länken gäller inte längre.')
  // 304 to a request without an ETag makes no sense, so it counts as refused.
  remote.status = 304
  await look(15 * minute)
  expect(await why()).toBe('Kalendern släpper inte in oss med den länken.')
  await lookAtCalendars({ ...after(30 * minute), config: { ...house.config, mode: 'production' } })
  expect(await why()).toBe('Länken går till en plats som vi inte läser från.')
  await house.db.updateTable('busy_calendars').set({ address_sealed: 'x' }).execute()
  await look(45 * minute)
  expect(await shown()).toMatchObject({
    host: null,
    failing: { why: 'Länken går inte att läsa längre hos oss. Klistra in den igen.' },
  })
})

test('the owner is mailed when reading has failed for exactly a day, and the sender is woken only then', async () => {
  remote.status = 500
  await look(0)
  const since = (await shown())?.failing?.since
  const woken = async (at: number) => {
    const before = house.woken.length
    await look(at)
    return house.woken.slice(before)
  }
  expect([await woken(day - 1), await told()]).toEqual([[], []])
  const due = { next_attempt_at: new Date(start) }
  await house.db.updateTable('busy_calendars').set(due).execute()
  expect(await woken(day)).toEqual(['messages'])
  expect(await told()).toHaveLength(1)
  expect((await shown())?.failing?.since).toBe(since)
})

test('busy times are stored only after a booking in progress has released the company’s lock', async () => {
  const kept: string[][] = []
  const books = (db: Database) => lockCompany(db, shop.companyId)
  await behind(
    house.db,
    books,
    () => look(0),
    async () => kept.push(await busy()),
  )
  expect(kept).toEqual([[]])
  expect(await busy()).toContain('2026-11-24')
})

test('twenty calendars are claimed at a time, each with a lease of two minutes', async () => {
  await house.db.deleteFrom('busy_calendars').execute()
  const ids: string[] = []
  for (let at = 0; at < 21; at++) {
    const company_id = await listCompany(house.db, { name: `Kalender ${at}` })
    ids.push(company_id)
    const calendars = { company_id, address_sealed: `${at}`, created_at: new Date(start) }
    await house.db
      .insertInto('busy_calendars')
      .values({ ...calendars, next_attempt_at: new Date(start - 21 * minute + at * minute) })
      .execute()
  }
  const claim = async (ms: number) =>
    (await claimDueCalendars(house.db, new Date(start + ms))).map(({ sealed }) => Number(sealed)).sort((a, b) => a - b)
  const all = Array.from({ length: 21 }, (_, at) => at)
  expect([await claim(0), await claim(0), await claim(119_000)]).toEqual([all.slice(0, 20), [20], []])
  expect(await claim(121_000)).toHaveLength(20)
  const [some, none] = [await readBusyCalendarsOf(house.db, ids.slice(0, 2)), await readBusyCalendarsOf(house.db, [])]
  expect([some.length, none]).toEqual([2, []])
})

test('a company whose owner is blocked is told of a silent calendar when the block is over', async () => {
  remote.status = 404
  await look(0)
  await block(house, shop.owner, new Date(start))
  await look(day)
  expect(await told()).toEqual([])
  await block(house, shop.owner, null)
  await look(day + 15 * minute)
  expect(await told()).toHaveLength(1)
})
