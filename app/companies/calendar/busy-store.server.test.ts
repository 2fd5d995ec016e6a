import { beforeEach, expect, test } from 'vitest'
import { useHouse } from '../../../test/support/house'
import { listCompany } from '../../../test/support/listings'
import {
  busyFrom,
  claimDueCalendars,
  readBusyCalendar,
  readBusyCalendarsOf,
  replaceBusyCalendar,
  replaceBusyTimes,
  settleFailure,
  settleRead,
} from './busy-store.server'

/** The store of busy calendars: each company beside another one, at the limits of claims and retries. */

const house = useHouse()
const now = new Date('2031-06-01T12:00:00Z')
const from = (seconds: number) => new Date(now.getTime() + seconds * 1000)
let own: string
let other: string
beforeEach(async () => {
  await house.db.deleteFrom('busy_calendars').execute()
  own = await listCompany(house.db, { name: 'Egen' })
  other = await listCompany(house.db, { name: 'Annan' })
})
const add = (companyId: string, at = now) => replaceBusyCalendar(house.db, companyId, 'sealed', at)
const claim = async (at: Date) => (await claimDueCalendars(house.db, at)).map(({ companyId }) => companyId)

test('a calendar is claimed when due, and again when its lease of two minutes has expired', async () => {
  await add(own)
  await add(other, from(1))
  expect(await claim(from(-0.001))).toEqual([])
  expect(await claim(now)).toEqual([own])
  expect(await claim(from(119.999))).toEqual([other])
  const [again] = await claimDueCalendars(house.db, from(120))
  expect(again).toMatchObject({ companyId: own, attempts: 2, sealed: 'sealed', failingSince: null, etag: null })
})

test('calendars are claimed twenty at a time, longest waiting first', async () => {
  const companies: string[] = []
  for (let count = 0; count < 21; count++) companies.push(await listCompany(house.db, { name: `Nr ${count}` }))
  for (const [index, id] of companies.entries()) await add(id, from(-index))
  expect((await claim(now)).toSorted()).toEqual(companies.slice(1).toSorted())
  expect(await claim(now)).toEqual(companies.slice(0, 1))
})

test('the result of a read is stored for that calendar and address only', async () => {
  await add(own)
  await add(other)
  const due = await claimDueCalendars(house.db, now)
  const [mine] = due.filter(({ companyId }) => companyId === own)
  if (!mine) throw new Error('It is due')
  const untouched = await readBusyCalendar(house.db, other)
  const told = async (told: boolean, at: Date, calendar = mine) => {
    await settleFailure(house.db, calendar, { failure: 'gone', next: from(900), told }, at)
    const row = house.db.selectFrom('busy_calendars').select(['failing_since', 'told_at', 'next_attempt_at'])
    return row.where('company_id', '=', own).executeTakeFirst()
  }
  const failing = { failing_since: from(1), next_attempt_at: from(900) }
  expect(await told(false, from(1))).toEqual({ ...failing, told_at: null })
  const later = { ...mine, failingSince: from(1) }
  expect(await told(true, from(2), later)).toEqual({ ...failing, told_at: from(2) })
  expect(await told(false, from(3), later)).toEqual({ ...failing, told_at: from(2) })
  expect(await readBusyCalendar(house.db, own)).toMatchObject({ failure: 'gone', failingSince: from(1) })

  const read = { sealed: mine.sealed, etag: '"ett"', next: from(1_800), unread: 3 }
  expect(await settleRead(house.db, mine, read, from(4))).toBe(true)
  const good = { failure: null, failingSince: null, readAt: from(4), unread: 3 }
  expect(await readBusyCalendar(house.db, own)).toMatchObject(good)
  // Not modified (`unread` null): the number of unsupported events is kept.
  expect(await settleRead(house.db, mine, { ...read, unread: null }, from(5))).toBe(true)
  expect(await readBusyCalendar(house.db, own)).toMatchObject({ ...good, readAt: from(5) })

  const before = { ...mine, sealed: 'the address before' }
  expect(await settleRead(house.db, before, read, from(6))).toBe(false)
  await settleFailure(house.db, before, { failure: 'lost', next: from(1), told: true }, from(6))
  expect(await readBusyCalendar(house.db, own)).toMatchObject({ ...good, readAt: from(5) })
  expect(await readBusyCalendar(house.db, other)).toEqual(untouched)
  expect(await readBusyCalendarsOf(house.db, [])).toEqual([])
  expect(await readBusyCalendarsOf(house.db, [own])).toEqual([{ companyId: own, createdAt: now, readAt: from(5) }])
})

test('busy times are a company’s own, sorted, from a given day on for a hundred days', async () => {
  const day = '2031-06-01'
  const midnight = Date.parse('2031-06-01T00:00:00Z')
  const hour = 3_600_000
  const end = midnight + 100 * 24 * hour
  const busy = (...starts: number[]) => starts.map((start) => ({ from: start, to: start + hour }))
  await add(own)
  await add(other)
  await replaceBusyTimes(house.db, own, busy(midnight))
  await replaceBusyTimes(house.db, other, busy(midnight + 5 * hour))
  await replaceBusyTimes(house.db, own, busy(end - 1, end, midnight + 2 * hour, midnight - hour, midnight - hour + 1))
  const shown = async (id: string) =>
    (await house.db.selectFrom('companies').select(busyFrom(day).as('busy')).where('id', '=', id).executeTakeFirst())
      ?.busy
  expect(await shown(own)).toEqual(busy(midnight - hour + 1, midnight + 2 * hour, end - 1))
  expect(await shown(other)).toEqual(busy(midnight + 5 * hour))
  await replaceBusyTimes(house.db, own, [])
  expect([await shown(own), await shown(other)]).toEqual([[], busy(midnight + 5 * hour)])
})
