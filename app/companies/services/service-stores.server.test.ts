import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { addService, openShop, type Shop } from '../../../test/support/bookings'
import { behind } from '../../../test/support/held'
import { useHouse, useTakenBack } from '../../../test/support/house'
import {
  claimDueCalendars,
  readBusyCalendar,
  readBusyCalendarsOf,
  replaceBusyCalendar,
  replaceBusyTimes,
  settleFailure,
  settleRead,
} from '../calendar/busy-store.server'
import {
  deleteClosedDays,
  insertClosedDays,
  readClosedDays,
  readOpeningHours,
  readOwnClosedDays,
  replaceOpeningHours,
} from '../hours/hours-store.server'
import {
  insertPhoto,
  orderPhotos,
  readPhoto,
  readPhotosOf,
  readPhotosWhole,
  takePhotos,
  updatePhotoText,
} from '../photos/photo-store.server'
import { readServicesShown } from '../profile-store.server'
import {
  lockCapacity,
  lockServiceToBook,
  readBookable,
  readBookableCategories,
  readBookableOf,
  readCompanyTimes,
  readServiceToBook,
  readStillBookable,
  readTimesOfCompanies,
  worksOn,
} from './bookable-store.server'
import type { ServiceForm } from './service-form'
import {
  closeService,
  insertService,
  orderServices,
  readOwnService,
  readOwnServices,
  setServiceActive,
  updateService,
} from './service-store.server'

/**
 * Two companies in one postcode and a third in another. Every write and every query has another company's row beside
 * it.
 */
const real = useHouse()
const house = useTakenBack(real)
const now = new Date('2027-02-03T09:00:00Z')
// A Wednesday.
const today = '2027-02-03'
let [mine, theirs, away] = [] as unknown as [Shop, Shop, Shop]

beforeAll(async () => {
  mine = await openShop(real)
  theirs = await openShop(real, { postcode: mine.postcode, service: { title: 'Klippning', category: 'hair' } })
  away = await openShop(real)
})

const form: ServiceForm = {
  title: 'Ny',
  description: 'Så här',
  category: 'garden',
  listOre: 349_00,
  durationMin: 90,
  isRut: false,
  labourPercent: 80,
  bufferMin: 15,
  noticeHours: 4,
  freeCancelHours: 48,
  place: 'customer',
}
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const service = (id: string) =>
  house.db.selectFrom('services').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('services are read and changed only by their company, and not after removal', async () => {
  const { db } = house
  const [one, two] = [mine.serviceId, await addService(house, mine.companyId, { title: 'Två', position: 2 })]
  const before = await service(theirs.serviceId)
  expect(await updateService(db, mine.companyId, theirs.serviceId, form, now)).toBe(false)
  await setServiceActive(db, mine.companyId, theirs.serviceId, false, now)
  await closeService(db, mine.companyId, theirs.serviceId, now)
  await orderServices(db, mine.companyId, [theirs.serviceId, two, one])
  expect(await service(theirs.serviceId)).toEqual(before)
  expect(ids(await readOwnServices(db, mine.companyId))).toEqual([two, one])
  expect((await readOwnService(db, mine.companyId, one))?.id).toBe(one)
  expect(await readOwnService(db, mine.companyId, theirs.serviceId)).toBeUndefined()

  expect(await updateService(db, mine.companyId, one, form, now)).toBe(true)
  await setServiceActive(db, mine.companyId, two, false, now)
  expect(await service(one)).toMatchObject({
    title: 'Ny',
    description: 'Så här',
    category: 'garden',
    base_price_cents: 349_00,
    duration_min: 90,
    buffer_min: 15,
    notice_hours: 4,
    free_cancel_hours: 48,
    active: true,
    updated_at: now,
  })
  expect(ids(await readServicesShown(db, mine.companyId))).toEqual([one])
  await closeService(db, mine.companyId, one, now)
  await closeService(db, mine.companyId, one, new Date('2028-01-01'))
  expect((await service(one)).deleted_at).toEqual(now)
  expect(await updateService(db, mine.companyId, one, { ...form, title: 'För sent' }, now)).toBe(false)
  await setServiceActive(db, mine.companyId, one, false, now)
  expect(await service(one)).toMatchObject({ title: 'Ny', active: true })
  expect([await readOwnService(db, mine.companyId, one), ids(await readOwnServices(db, mine.companyId))]).toEqual([
    undefined,
    [two],
  ])
  expect(await readServicesShown(db, mine.companyId)).toEqual([])
  // Idempotent, and a service of another company with the same id is left as it is.
  const id = crypto.randomUUID()
  for (const title of ['Först', 'Igen']) await insertService(db, mine.companyId, id, { ...form, title }, 3)
  await insertService(db, mine.companyId, theirs.serviceId, form, 3)
  expect([(await service(id)).title, (await service(theirs.serviceId)).company_id]).toEqual(['Först', theirs.companyId])
})

describe('bookable services', () => {
  const search = { postcode: '', category: null, text: '', after: null }
  const read = async (given: Partial<Parameters<typeof readBookable>[1]> = {}, limit = 9) =>
    ids(await readBookable(house.db, { ...search, postcode: mine.postcode, ...given }, limit, now))

  test('are those of the postcode that are active and whose company works, partners first, by keyset pagination', async () => {
    const { db } = house
    const [off, gone] = [
      await addService(house, mine.companyId, { active: false, category: 'moving' }),
      await addService(house, mine.companyId, { deleted_at: now, category: 'moving' }),
    ]
    const [one, two] = [mine.serviceId, theirs.serviceId]
    expect(await read()).toEqual([one, two])
    expect([await read({ category: 'hair' }), await read({ text: 'klippning' }), await read({}, 1)]).toEqual([
      [two],
      [two],
      [one],
    ])
    expect([await read({ after: one }), await read({ after: two })]).toEqual([[two], []])
    expect((await readBookableCategories(db, mine.postcode)).sort()).toEqual(['cleaning', 'hair'])
    const still = async (some: string[], postcode: string) => [...(await readStillBookable(db, some, postcode))].sort()
    expect(await still([one, two, off, gone, away.serviceId], mine.postcode)).toEqual([one, two].sort())
    expect([
      await still([one], away.postcode),
      await still([], mine.postcode),
      await still([one], mine.postcode),
    ]).toEqual([[], [], [one]])
    const book = async (id: string, postcode: string) => (await readServiceToBook(db, id, postcode, today))?.id
    expect([await book(one, mine.postcode), await book(one, away.postcode), await book(off, mine.postcode)]).toEqual([
      one,
      undefined,
      undefined,
    ])
    expect(ids(await readBookableOf(db, mine.companyId))).toEqual([one])

    await db.updateTable('companies').set({ is_security_partner: true }).where('id', '=', theirs.companyId).execute()
    expect([await read(), await read({ after: two }), await read({ after: one })]).toEqual([[two, one], [one], []])
    await replaceOpeningHours(db, mine.companyId, [])
    expect([await read(), await readBookableOf(db, mine.companyId), await book(one, mine.postcode)]).toEqual([
      [two],
      [],
      undefined,
    ])
    await db.updateTable('companies').set({ deleted_at: now }).where('id', '=', theirs.companyId).execute()
    expect([await read(), await readBookableCategories(db, mine.postcode), await still([two], mine.postcode)]).toEqual([
      [],
      [],
      [],
    ])
    expect([await book(two, mine.postcode), await readBookableOf(db, theirs.companyId)]).toEqual([undefined, []])
  })

  test('come with the hours, closed days and busy times of their company from today on', async () => {
    const { db } = house
    for (const [from, to] of [
      ['2027-02-10', '2027-02-11'],
      ['2027-01-20', '2027-02-02'],
      ['2027-01-20', today],
    ] as const) {
      await insertClosedDays(db, mine.companyId, { from, to, reason: `till ${to}`, note: 'egen' })
    }
    await insertClosedDays(db, theirs.companyId, { from: today, to: today, reason: 'grannens', note: '' })
    await replaceBusyCalendar(db, mine.companyId, 'sealed', now)
    const at = (moment: string) => Date.parse(moment)
    await replaceBusyTimes(db, mine.companyId, [
      { from: at('2027-03-01T10:00:00Z'), to: at('2027-03-01T11:00:00Z') },
      { from: at('2027-02-02T10:00:00Z'), to: at('2027-02-02T12:00:00Z') },
      { from: at('2027-02-03T10:00:00Z'), to: at('2027-02-03T12:00:00Z') },
      { from: at('2027-06-03T10:00:00Z'), to: at('2027-06-03T12:00:00Z') },
    ])
    await replaceOpeningHours(db, mine.companyId, [
      { weekday: 3, opens: '13:00', closes: '17:00' },
      { weekday: 3, opens: '08:00', closes: '12:00' },
      { weekday: 1, opens: '10:00', closes: '11:30' },
    ])
    const times = await readCompanyTimes(db, mine.companyId, today)
    const week = [
      { weekday: 1, opens: '10:00', closes: '11:30' },
      { weekday: 3, opens: '08:00', closes: '12:00' },
      { weekday: 3, opens: '13:00', closes: '17:00' },
    ]
    expect(times).toEqual({
      capacity: 1,
      week,
      closed: [
        { from: '2027-01-20', to: today, reason: `till ${today}` },
        { from: '2027-02-10', to: '2027-02-11', reason: 'till 2027-02-11' },
      ],
      busy: [
        { from: at('2027-02-03T10:00:00Z'), to: at('2027-02-03T12:00:00Z') },
        { from: at('2027-03-01T10:00:00Z'), to: at('2027-03-01T11:00:00Z') },
      ],
    })
    expect(await readOpeningHours(db, mine.companyId)).toEqual(week)
    expect(await readOpeningHours(db, theirs.companyId)).toHaveLength(7)
    const closed = await readOwnClosedDays(db, mine.companyId, today)
    expect(closed.map(({ from, note }) => [from, note])).toEqual([
      ['2027-01-20', 'egen'],
      ['2027-02-10', 'egen'],
    ])
    expect((await readClosedDays(db, mine.companyId, today)).map(({ to }) => to)).toEqual([today, '2027-02-11'])
    const [theirDay] = await readClosedDays(db, theirs.companyId, today)
    await deleteClosedDays(db, mine.companyId, theirDay?.id ?? '')
    await deleteClosedDays(db, mine.companyId, closed[0]?.id ?? '')
    expect([
      await readClosedDays(db, theirs.companyId, today),
      ids(await readClosedDays(db, mine.companyId, today)),
    ]).toEqual([[theirDay], [closed[1]?.id]])
    const works = async (day: string) =>
      ids(await db.selectFrom('companies').select('id').where('id', '=', mine.companyId).where(worksOn(day)).execute())
        .length
    // A Wednesday, a Thursday, and the Wednesday of a closed day.
    expect([await works('2027-02-17'), await works('2027-02-18'), await works('2027-02-10')]).toEqual([1, 0, 0])
    await setServiceActive(db, mine.companyId, mine.serviceId, false, now)
    expect(await works('2027-02-17')).toBe(0)
    const companies = await readTimesOfCompanies(db, [mine.companyId, theirs.companyId], today)
    expect(companies.map(({ id, demands }) => [id, demands])).toEqual([
      [theirs.companyId, [{ ids: [theirs.serviceId], durationMin: 60, bufferMin: 0, noticeHours: 2 }]],
    ])
    expect(await readTimesOfCompanies(db, [], today)).toEqual([])
    expect(ids(await readTimesOfCompanies(db, [theirs.companyId], today))).toEqual([theirs.companyId])
    await db.updateTable('companies').set({ capacity: 3 }).where('id', '=', theirs.companyId).execute()
    expect([await lockCapacity(db, mine.companyId), await lockCapacity(db, theirs.companyId)]).toEqual([1, 3])
  })
})

test.each([
  ['has become a member', { user_role: 'member' }],
  ['is blocked', { blocked_at: now, blocked_reason: 'x' }],
] as const)('race condition: a service whose owner %s meanwhile cannot be locked for booking', async (_, given) => {
  const shop = await openShop(real)
  const owner = real.db.updateTable('profiles').where('id', '=', shop.owner.signedIn.person.id)
  const meanwhile = async (db: Database) => {
    await lockCapacity(db, shop.companyId)
    await db.executeQuery(owner.set(given))
  }
  const book = () => real.db.transaction().execute((db) => lockServiceToBook(db, shop.serviceId, shop.postcode, today))
  expect(await book()).toMatchObject({ id: shop.serviceId })
  expect(await behind(real.db, meanwhile, book)).toBeUndefined()
})

test('photos belong to a company or one of its services, keep their order, and are removed one, by service or all', async () => {
  const { db } = house
  const add = async (of: Shop, serviceId: string | null, place: number) => {
    const id = crypto.randomUUID()
    const photo = { id, serviceId, url: `/files/${id}.webp`, cardUrl: `/files/${id}-card.webp`, alt: 'Före' }
    await insertPhoto(db, of.companyId, photo, place, now)
    return id
  }
  const [a, b, c] = [await add(mine, null, 2), await add(mine, null, 1), await add(mine, mine.serviceId, 1)]
  const other = await add(theirs, null, 1)
  expect(ids(await readPhotosOf(db, mine.companyId, null))).toEqual([b, a])
  expect(ids(await readPhotosOf(db, mine.companyId, mine.serviceId))).toEqual([c])
  await orderPhotos(db, mine.companyId, [a, b])
  await orderPhotos(db, mine.companyId, [other, c])
  expect(ids(await readPhotosOf(db, mine.companyId, null))).toEqual([a, b])
  expect(await updatePhotoText(db, mine.companyId, other, 'Stulen')).toBe(false)
  expect(await updatePhotoText(db, mine.companyId, a, 'Efter')).toBe(true)
  const texts = await readPhotosWhole(db, [mine.companyId, theirs.companyId])
  expect(texts.map(({ id, alt, service: of }) => [id, alt, of])).toEqual(
    expect.arrayContaining([
      [a, 'Efter', null],
      [b, 'Före', null],
      [c, 'Före', 'Hemstäd'],
      [other, 'Före', null],
    ]),
  )
  expect(texts.at(-1)?.id).toBe(c)
  expect([ids(await readPhotosWhole(db, [theirs.companyId])), await readPhotosWhole(db, [])]).toEqual([[other], []])
  expect([(await readPhoto(db, mine.companyId, a))?.id, await readPhoto(db, mine.companyId, other)]).toEqual([
    a,
    undefined,
  ])
  const files = (id: string) => [`/files/${id}.webp`, `/files/${id}-card.webp`]
  expect(await takePhotos(db, mine.companyId, { id: other })).toEqual([])
  expect(await takePhotos(db, mine.companyId, { id: b })).toEqual(files(b))
  expect(await takePhotos(db, mine.companyId, { serviceId: mine.serviceId })).toEqual(files(c))
  expect([await takePhotos(db, mine.companyId, 'all'), ids(await readPhotosOf(db, theirs.companyId, null))]).toEqual([
    files(a),
    [other],
  ])
})

test('a busy calendar is claimed once when due, and results for a replaced address are dropped', async () => {
  const { db } = house
  await replaceBusyCalendar(db, mine.companyId, 'old', now)
  await replaceBusyCalendar(db, theirs.companyId, 'theirs', new Date(now.getTime() + 1))
  const [due, ...more] = await claimDueCalendars(db, now)
  if (!due) throw new Error('one is due')
  expect([due.companyId, due.sealed, due.attempts, more]).toEqual([mine.companyId, 'old', 1, []])
  expect(await claimDueCalendars(db, now)).toEqual([])
  const next = new Date(now.getTime() + 3_600_000)
  await settleFailure(db, due, { failure: 'gone', next, told: false }, now)
  expect(await readBusyCalendar(db, mine.companyId)).toMatchObject({ failure: 'gone', failingSince: now, readAt: null })
  expect(await readBusyCalendar(db, theirs.companyId)).toMatchObject({ failure: null, failingSince: null })
  const later = new Date(now.getTime() + 60_000)
  await settleFailure(db, { ...due, failingSince: now }, { failure: 'slow', next, told: true }, later)
  expect(await readBusyCalendar(db, mine.companyId)).toMatchObject({ failure: 'slow', failingSince: now })
  expect(await settleRead(db, due, { sealed: 'old', etag: 'e', next, unread: 2 }, later)).toBe(true)
  expect(await readBusyCalendar(db, mine.companyId)).toEqual({
    sealed: 'old',
    readAt: later,
    failingSince: null,
    failure: null,
    unread: 2,
  })
  await settleRead(db, due, { sealed: 'old', etag: 'e', next, unread: null }, next)
  expect(await readBusyCalendar(db, mine.companyId)).toMatchObject({ unread: 2, readAt: next })
  await replaceBusyCalendar(db, mine.companyId, 'new', now)
  expect(await settleRead(db, due, { sealed: 'old', etag: 'e', next, unread: 9 }, later)).toBe(false)
  await settleFailure(db, due, { failure: 'gone', next, told: false }, now)
  expect(await readBusyCalendar(db, mine.companyId)).toEqual({
    sealed: 'new',
    readAt: null,
    failingSince: null,
    failure: null,
    unread: 0,
  })
  expect((await readBusyCalendarsOf(db, [mine.companyId])).map(({ companyId }) => companyId)).toEqual([mine.companyId])
  expect(await readBusyCalendarsOf(db, [])).toEqual([])
})
