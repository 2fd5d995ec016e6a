import { beforeEach, describe, expect, test } from 'vitest'
import { readBookSearch } from '~/bookings/book/book-address'
import { readBookPage } from '~/bookings/book/read-book-page.server'
import { requestBooking } from '~/bookings/public.server'
import { bookingValues, joinNear, openShop, type Shop, setClock } from '../../../test/support/bookings'
import { calendar, everyOtherMinute, useRemoteCalendar } from '../../../test/support/counterparts/calendar-server'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { closeCompanyOf } from '../company-store.server'
import { exportCompanies } from '../export-companies.server'
import { readBusyShown, removeBusyCalendar, saveBusyCalendar } from './busy-calendar.server'
import { claimDueCalendars } from './busy-store.server'
import { lookAtCalendars } from './look-at-calendars.server'

const house = useHouse()

const remote = useRemoteCalendar()

let shop: Shop
let member: Resident
beforeEach(async () => {
  setClock('2026-11-20T12:00:00Z')
  await house.db.deleteFrom('busy_calendars').execute()
  shop = await openShop(house)
  member = await joinNear(house, shop)
})

const save = (address = remote.url, owner = shop.owner) => saveBusyCalendar(house, owner.signedIn, { address })
const shown = () => readBusyShown(house, shop.owner.signedIn)
async function look() {
  house.clock.forward({ minutes: 15 })
  return lookAtCalendars(house)
}
const book = (day: string, time: string, of = shop) =>
  requestBooking(house, member.signedIn, bookingValues(of.serviceId, day, time))

describe('a busy calendar', () => {
  test('blocks its times every week, and no others', async () => {
    valueFrom(await save())
    expect(await look()).toBe(1)
    expect(await shown()).toMatchObject({ failing: null, readAt: expect.any(String), unread: 0 })
    const page = await readBookPage(
      house,
      member.signedIn,
      readBookSearch(new URLSearchParams({ service: shop.serviceId, day: '2026-12-01' })),
    )
    const text = JSON.stringify(page)
    expect(text).toContain('2026-12-01T12:00:00Z')
    for (const taken of ['2026-12-01T09:00:00Z', '2026-12-01T10:30:00Z']) expect(text).not.toContain(taken)
    refusalFrom(await book('2026-11-24', '10:00'))
    refusalFrom(await book('2026-12-22', '11:30'))
    valueFrom(await book('2026-11-24', '13:00'))
    valueFrom(await book('2026-11-25', '10:00'))
  })

  test('blocks all parallel jobs of its company, and no other company', async () => {
    await house.db.updateTable('companies').set({ capacity: 3 }).where('id', '=', shop.companyId).execute()
    const other = await openShop(house, { postcode: shop.postcode })
    valueFrom(await save())
    await look()
    refusalFrom(await book('2026-11-24', '10:00'))
    valueFrom(await book('2026-11-24', '10:00', other))
  })

  test('is fetched with its ETag, and read again when it has changed', async () => {
    valueFrom(await save())
    await look()
    await look()
    expect(remote.asked).toEqual([undefined, '"ett"'])
    refusalFrom(await book('2026-11-24', '10:00'))
    Object.assign(remote, { etag: '"två"', body: calendar() })
    await look()
    valueFrom(await book('2026-11-24', '10:00'))
  })

  test('is fetched whole once a day, without the ETag', async () => {
    valueFrom(await save())
    await look()
    house.clock.forward({ days: 1 })
    await look()
    await look()
    expect(remote.asked).toEqual([undefined, '"ett"', undefined])
  })

  test('blocks nothing after it is removed', async () => {
    valueFrom(await save())
    await look()
    valueFrom(await removeBusyCalendar(house, shop.owner.signedIn))
    expect(await shown()).toBeNull()
    valueFrom(await book('2026-11-24', '10:00'))
    expect(await look()).toBe(0)
  })
})

describe('a busy calendar that fails', () => {
  const told = async () => (await house.deliver()).filter(({ subject }) => subject === 'Er kalender går inte att läsa')

  test('keeps blocking its last known times, shows the reason at once, and mails the owner once after a day', async () => {
    valueFrom(await save())
    await look()
    remote.status = 500
    await look()
    expect((await shown())?.failing).toMatchObject({ why: 'Kalendern släpper inte in oss med den länken.' })
    refusalFrom(await book('2026-11-24', '10:00'))
    expect(await told()).toEqual([])
    house.clock.forward({ days: 1 })
    await look()
    await look()
    expect(await told()).toHaveLength(1)
    remote.status = 200
    await look()
    expect((await shown())?.failing).toBeNull()
    remote.status = 410
    await look()
    expect((await shown())?.failing?.why).toBe('Länken gäller inte längre.')
    house.clock.forward({ hours: 25 })
    await look()
    expect(await told()).toHaveLength(1)
  })

  test.each([
    ['a login page', '<html></html>', 'Länken leder inte till någon kalender.'],
    ['a file over three million characters', calendar('X'.repeat(3_100_000)), 'Kalendern är för stor för att läsas.'],
    ['twenty thousand and one events', calendar(everyOtherMinute(20_001)), 'Kalendern är för stor för att läsas.'],
  ])('shows why when it answers with %s', async (_, body, why) => {
    remote.body = body
    valueFrom(await save())
    await look()
    expect((await shown())?.failing?.why).toBe(why)
  })

  test('shows why when nobody answers', async () => {
    valueFrom(await save('http://127.0.0.1:1/x.ics'))
    await look()
    expect((await shown())?.failing?.why).toBe('Kalendern svarar inte.')
  })
})

describe('the address of a busy calendar', () => {
  test.each([
    ['', 'Klistra in länken'],
    ['k', 'Klistra in hela länken, som börjar med https:// eller webcal://'],
    ['kalender', 'Klistra in hela länken, som börjar med https:// eller webcal://'],
    [`https://kalender.example.se/${'x'.repeat(973)}`, 'Länken är för lång'],
    ['https://kvartera.test/x.ics', 'Det är vår egen länk. Klistra in den från er kalender.'],
    ['http://kalender.example.se/x.ics', 'Länken behöver börja med https:// eller webcal://'],
    ['webcal://10.0.0.1/x.ics', 'Länken behöver gå att nå från internet'],
    ['https://169.254.169.254/x.ics', 'Länken behöver gå att nå från internet'],
    ['https://databas.internal/x.ics', 'Länken behöver gå att nå från internet'],
    [
      'https://a:b@kalender.example.se/x.ics',
      'Länken har ett namn och lösenord i sig. Ta den hemliga länken i stället.',
    ],
    ['https://kalender.example.se:25/x.ics', 'Länken går till en plats som vi inte läser från'],
  ])('is refused when it is "%s"', async (address, why) => {
    expect(refusalFrom(await save(address)).fields).toEqual({ address: why })
    expect(await shown()).toBeNull()
  })

  test('is accepted with a thousand characters', async () => {
    valueFrom(await save(`https://kalender.example.se/${'x'.repeat(972)}`))
  })

  test('is stored encrypted, and only its host is shown', async () => {
    valueFrom(await save('webcal://kalender.example.se/privat-hemligt123/basic.ics'))
    const rows = await house.db.selectFrom('busy_calendars').selectAll().execute()
    expect(JSON.stringify([rows, await shown()])).not.toContain('hemligt123')
    expect((await shown())?.host).toBe('kalender.example.se')
  })

  test('that is replaced while it is read leaves no busy times of the old one (race condition)', async () => {
    valueFrom(await save())
    house.clock.forward({ minutes: 1 })
    await Promise.all([lookAtCalendars(house), save('http://127.0.0.1:1/ny.ics')])
    const busy = await house.db.selectFrom('busy_times').selectAll().where('company_id', '=', shop.companyId).execute()
    expect(busy).toEqual([])
  })

  test('is mentioned in the account export, and deleted when the company closes', async () => {
    valueFrom(await save())
    await look()
    const { id } = shop.owner.signedIn.person
    const [exported] = await exportCompanies(house.db, id)
    expect(exported).toMatchObject({ egenKalenderSparad: expect.any(Date), egenKalenderLäst: expect.any(Date) })
    await closeCompanyOf(house.db, id, house.clock.now())
    expect(await look()).toBe(0)
    for (const table of ['busy_calendars', 'busy_times'] as const) {
      expect(await house.db.selectFrom(table).selectAll().where('company_id', '=', shop.companyId).execute()).toEqual(
        [],
      )
    }
  })

  test('that one process has claimed is skipped by another', async () => {
    valueFrom(await save())
    await house.db.transaction().execute(async (db) => {
      expect(await claimDueCalendars(db, house.clock.now())).toHaveLength(1)
      expect(await claimDueCalendars(house.db, house.clock.now())).toEqual([])
    })
  })

  test('is one when two tabs save at the same time', async () => {
    const [one, other] = await Promise.all([save(), save('http://127.0.0.1:1/ny.ics')])
    valueFrom(one)
    valueFrom(other)
    expect(await house.db.selectFrom('busy_calendars').selectAll().execute()).toHaveLength(1)
  })
})
