import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { MemberStatus } from '~/shared/role'
import {
  addService,
  bookingsOf,
  bookingValues,
  joinNear,
  openShop,
  type Shop,
  seenOf,
  setClock,
} from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsCompany, joinAsMember, type Resident } from '../../../test/support/people'
import { confirmBooking } from '../change/answer-request.server'
import { cancelBooking } from '../change/cancel-booking.server'
import { tendBookings } from '../change/tend-bookings.server'
import { bookingMoney } from '../money'
import { readBookPage } from './read-book-page.server'
import { requestBooking } from './request-booking.server'
import { seenTerms } from './seen-terms'

const house = useHouse()
const monday = '2027-02-01'
const chosenBy = async (member: Resident, service: string) =>
  (await readBookPage(house, member.signedIn, { service, day: monday, text: '', category: null, after: null })).chosen

beforeEach(() => {
  setClock('2027-01-29T09:00:00Z')
})

test('a booking stores the agreed terms, updates the pages of both sides and sends the company a message', async () => {
  const shop = await openShop(house, { service: { buffer_min: 30, free_cancel_hours: 48 } })
  const member = await joinNear(house, shop)
  const form = bookingValues(shop.serviceId, monday, '10:00', {
    address: 'Kämpetorpsvägen 3',
    phone: '070-174 06 01',
    note: 'Nyckeln ligger\r\nunder mattan.',
  })
  const { id } = valueFrom(await requestBooking(house, member.signedIn, form))
  const [row] = await bookingsOf(house, shop.companyId)
  expect(row).toMatchObject({
    id,
    customer_id: member.signedIn.person.id,
    service_id: shop.serviceId,
    postcode: shop.postcode,
    status: 'pending',
    scheduled_at: new Date('2027-02-01T09:00:00Z'),
    ends_at: new Date('2027-02-01T10:00:00Z'),
    busy_until: new Date('2027-02-01T10:30:00Z'),
    lane: 1,
    service_title: 'Hemstäd',
    duration_min: 60,
    free_cancel_hours: 48,
    price_list_cents: 749_00,
    discount_cents: 74_90,
    platform_fee_cents: 37_45,
    stripe_fee_cents: 0,
    amount_customer_pays_cents: 674_10,
    amount_to_provider_cents: 636_65,
    address: 'Kämpetorpsvägen 3',
    phone: '+46701740601',
    note: 'Nyckeln ligger\nunder mattan.',
    lapses_at: new Date('2027-02-01T09:00:00Z'),
  })
  expect(house.woken).toContain('messages')
  expect(house.told).toContainEqual({
    to: [`person:${member.signedIn.person.id}`, `company:${shop.companyId}`],
    about: 'bookings',
  })
  expect((await house.deliver()).map(({ recipient }) => recipient)).toContain(shop.owner.email)
})

test('changing the service afterwards does not change the booking', async () => {
  const shop = await openShop(house)
  const member = await joinNear(house, shop)
  valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, monday, '10:00')))
  const changed = { title: 'Dyrstäd', base_price_cents: 9_000_00, duration_min: 90 }
  await house.db.updateTable('services').set(changed).where('id', '=', shop.serviceId).execute()
  expect(await bookingsOf(house, shop.companyId)).toMatchObject([
    { service_title: 'Hemstäd', price_list_cents: 749_00, duration_min: 60 },
  ])
})

describe('terms that changed after the page was shown', () => {
  test.each([
    ['a price', { base_price_cents: 7_490_00 }, /Du såg 674,10\skr, nu är det 6\s741\skr/],
    ['a length', { duration_min: 30 }, /Jobbet tar nu 30 min, inte 1 tim/],
    ['a cancellation rule', { free_cancel_hours: 168 }, /när det är fritt att avboka/],
    ['a place', { place: 'company' as const }, /ändrat var jobbet görs: hos företaget/],
  ])('%s that has changed is shown, and nothing is booked until the member has seen it', async (_, change, words) => {
    const shop = await openShop(house)
    const member = await joinNear(house, shop)
    const form = bookingValues(shop.serviceId, monday, '10:00')
    await house.db.updateTable('services').set(change).where('id', '=', shop.serviceId).execute()
    const refusal = refusalFrom(await requestBooking(house, member.signedIn, form))
    expect(refusal.message).toMatch(words)
    expect(await bookingsOf(house, shop.companyId)).toEqual([])
    const { service } = (await chosenBy(member, shop.serviceId)) ?? {}
    if (!service) throw new Error('the page shows no service')
    const seen = seenTerms({ ...service, ...bookingMoney(service.listOre, true) })
    valueFrom(await requestBooking(house, member.signedIn, { ...form, seen }))
    expect(await bookingsOf(house, shop.companyId)).toHaveLength(1)
  })

  test('the price without a lost discount is shown, and nothing is booked', async () => {
    const shop = await openShop(house)
    const { signedIn } = await joinNear(house, shop)
    const owing = { ...signedIn, person: { ...signedIn.person, memberStatus: 'past_due' as const } }
    const form = bookingValues(shop.serviceId, monday, '10:00')
    expect(refusalFrom(await requestBooking(house, owing, form)).message).toMatch(/nu är det 749\skr/)
    expect(await bookingsOf(house, shop.companyId)).toEqual([])
  })

  test('a retry with the same key returns the existing booking, although the price has changed', async () => {
    const shop = await openShop(house)
    const member = await joinNear(house, shop)
    const form = bookingValues(shop.serviceId, monday, '10:00')
    const { id } = valueFrom(await requestBooking(house, member.signedIn, form))
    const dearer = { base_price_cents: 7_490_00 }
    await house.db.updateTable('services').set(dearer).where('id', '=', shop.serviceId).execute()
    expect(valueFrom(await requestBooking(house, member.signedIn, form)).id).toBe(id)
  })

  test('a form whose booking has been cancelled since is refused, and not answered as sent', async () => {
    const shop = await openShop(house)
    const member = await joinNear(house, shop)
    const form = bookingValues(shop.serviceId, monday, '10:00')
    const { id } = valueFrom(await requestBooking(house, member.signedIn, form))
    valueFrom(await cancelBooking(house, member.signedIn, { id }))
    expect(refusalFrom(await requestBooking(house, member.signedIn, form)).message).toMatch(/^Den bokningen är avbokad/)
    const again = { ...form, key: randomUUID() }
    expect(valueFrom(await requestBooking(house, member.signedIn, again)).id).not.toBe(id)
  })
})

describe('one member and one company', () => {
  const ask = (member: Resident, shop: Shop, time: string) =>
    requestBooking(house, member.signedIn, bookingValues(shop.serviceId, monday, time))

  test('have at most three pending requests, also when twenty are sent concurrently', async () => {
    const shop = await openShop(house, { capacity: 20 })
    const [greedy, other] = [await joinNear(house, shop), await joinNear(house, shop)]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => ask(greedy, shop, `${8 + (n % 9)}:00`.padStart(5, '0'))),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
    for (const answer of answers) if (!answer.ok) expect(answer.message).toContain('redan 3 förfrågningar')
    expect(await bookingsOf(house, shop.companyId)).toHaveLength(3)
    valueFrom(await ask(other, shop, '09:00'))
    const elsewhere = await openShop(house, { postcode: shop.postcode })
    valueFrom(await ask(greedy, elsewhere, '09:00'))
  })

  test('have room for another request once one is confirmed, cancelled or expired', async () => {
    const shop = await openShop(house)
    const member = await joinNear(house, shop)
    const ids = []
    for (const time of ['09:00', '10:00', '11:00']) ids.push(valueFrom(await ask(member, shop, time)).id)
    const [first = '', second = ''] = ids
    refusalFrom(await ask(member, shop, '12:00'))
    valueFrom(await confirmBooking(house, shop.owner.signedIn, { id: first }))
    valueFrom(await ask(member, shop, '12:00'))
    refusalFrom(await ask(member, shop, '13:00'))
    valueFrom(await cancelBooking(house, member.signedIn, { id: second }))
    valueFrom(await ask(member, shop, '13:00'))
    refusalFrom(await ask(member, shop, '14:00'))
    setClock('2027-02-01T09:00:00Z')
    await tendBookings(house)
    setClock('2027-02-01T09:01:00Z')
    valueFrom(await ask(member, shop, '14:00'))
  })
})

test('submitting the same form several times, also concurrently, creates one booking', async () => {
  const shop = await openShop(house, { capacity: 3 })
  const member = await joinNear(house, shop)
  const form = bookingValues(shop.serviceId, monday, '10:00')
  const answers = await Promise.all([1, 2, 3, 4].map(() => requestBooking(house, member.signedIn, form)))
  const later = await requestBooking(house, member.signedIn, { ...form, note: 'En gång till' })
  expect(new Set([...answers, later].map((answer) => valueFrom(answer).id)).size).toBe(1)
  expect(await bookingsOf(house, shop.companyId)).toHaveLength(1)
})

test("using another member's idempotency key is refused and books nothing", async () => {
  const shop = await openShop(house)
  const [one, other] = [await joinNear(house, shop), await joinNear(house, shop)]
  const form = bookingValues(shop.serviceId, monday, '10:00')
  valueFrom(await requestBooking(house, one.signedIn, form))
  refusalFrom(await requestBooking(house, other.signedIn, form))
  refusalFrom(await requestBooking(house, other.signedIn, { ...form, start: '2027-02-01T12:00:00.000Z' }))
  expect(await bookingsOf(house, shop.companyId)).toHaveLength(1)
})

describe('untrusted input', () => {
  test('price, discount, status, company, customer and lane in the form are ignored', async () => {
    const shop = await openShop(house)
    const member = await joinNear(house, shop)
    const form = bookingValues(shop.serviceId, monday, '10:00', {
      price: '1',
      price_list_cents: '1',
      discount_cents: '74900',
      amount_customer_pays_cents: '0',
      status: 'completed',
      company_id: randomUUID(),
      customer_id: shop.owner.signedIn.person.id,
      lane: '7',
    })
    valueFrom(await requestBooking(house, member.signedIn, form))
    expect(await bookingsOf(house, shop.companyId)).toMatchObject([
      { status: 'pending', price_list_cents: 749_00, discount_cents: 74_90, lane: 1 },
    ])
  })

  test.each<[string, Record<string, string>, string, Record<string, string>]>([
    ['no service', { service: '' }, 'Obligatoriska fält', { service: 'Välj tjänst och datum' }],
    ['no day', { day: '' }, 'Obligatoriska fält', { day: 'Välj tjänst och datum' }],
    ['no start time', { start: '' }, 'Bokning misslyckades', { start: 'Välj en starttid' }],
    ['an invalid start time', { start: 'i morgon' }, 'Bokning misslyckades', { start: 'Välj en starttid' }],
    [
      'a past time',
      { start: '2027-01-28T10:00:00.000Z' },
      'Bokning misslyckades',
      { start: 'Den tiden har redan varit. Välj en annan tid.' },
    ],
    [
      'a start before opening',
      { start: '2027-02-01T06:00:00.000Z' },
      'Bokning misslyckades',
      { start: 'Den tiden går inte att boka. Välj en annan tid.' },
    ],
    [
      'a start between two bookable times',
      { start: '2027-02-01T09:07:00.000Z' },
      'Bokning misslyckades',
      { start: 'Den tiden går inte att boka. Välj en annan tid.' },
    ],
    [
      'a start too far ahead',
      { start: '2027-06-01T08:00:00.000Z' },
      'Bokning misslyckades',
      { start: 'Den tiden går inte att boka. Välj en annan tid.' },
    ],
    [
      'an invalid phone number',
      { phone: 'ring mig' },
      'Bokning misslyckades',
      { phone: 'Skriv ett telefonnummer, till exempel 070-123 45 67' },
    ],
    [
      'a note that is too long',
      { note: 'x'.repeat(1001) },
      'Bokning misslyckades',
      { note: 'Det får vara högst 1\u00a0000 tecken' },
    ],
    ['an invalid idempotency key', { key: 'x' }, 'Bokning misslyckades', {}],
    ['an invalid service id', { service: "1' or '1'='1" }, 'Bokning misslyckades', {}],
  ])('a form with a fault is refused with a message at the field: %s', async (_, given, title, fields) => {
    const shop = await openShop(house)
    const member = await joinNear(house, shop)
    const form = { ...bookingValues(shop.serviceId, monday, '10:00'), ...given }
    expect(refusalFrom(await requestBooking(house, member.signedIn, form))).toMatchObject({ title, fields })
    expect(await bookingsOf(house, shop.companyId)).toEqual([])
  })

  test.each<[string, 'services' | 'companies', Record<string, unknown>]>([
    ['a paused service', 'services', { active: false }],
    ['a removed service', 'services', { deleted_at: new Date() }],
    ['a hidden company', 'companies', { review_state: 'hidden', hidden_reason: 'Fel' }],
    ['a closed company', 'companies', { deleted_at: new Date() }],
    ['a company of another postcode', 'companies', { postcode: '99999' }],
  ])('a booking with %s is refused as no longer bookable', async (_, table, change) => {
    const shop = await openShop(house)
    const member = await joinNear(house, shop)
    const id = table === 'services' ? shop.serviceId : shop.companyId
    await house.db.updateTable(table).set(change).where('id', '=', id).execute()
    const refusal = refusalFrom(
      await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, monday, '10:00')),
    )
    expect(refusal.message).toBe('Tjänsten går inte längre att boka. Välj en annan.')
    expect(await bookingsOf(house, shop.companyId)).toEqual([])
  })

  test('a company cannot book, and nobody can book their own company', async () => {
    const shop = await openShop(house)
    const form = bookingValues(shop.serviceId, monday, '10:00')
    await expect(requestBooking(house, shop.owner.signedIn, form)).rejects.toThrow('not allowed')
    const rival = await joinAsCompany(house, { postcode: shop.postcode })
    await expect(requestBooking(house, rival.signedIn, form)).rejects.toThrow('not allowed')
    // Somebody whose role has been changed while they still own the company.
    const { signedIn } = shop.owner
    const turned = { ...signedIn, person: { ...signedIn.person, role: 'member' as const } }
    refusalFrom(await requestBooking(house, turned, form))
    expect(await bookingsOf(house, shop.companyId)).toEqual([])
  })

  test('a member without a postcode cannot book', async () => {
    const shop = await openShop(house)
    const { signedIn } = await joinNear(house, shop)
    const nowhere = { ...signedIn, person: { ...signedIn.person, postcode: '' } }
    expect(
      refusalFrom(await requestBooking(house, nowhere, bookingValues(shop.serviceId, monday, '10:00'))),
    ).toMatchObject({ title: 'Inget postnummer', message: 'Du behöver ange ditt postnummer i din profil' })
  })
})

test.each<[MemberStatus, number]>([
  ['past_due', 0],
  ['ended', 0],
  ['trial', 74_90],
  ['active', 74_90],
  ['free', 74_90],
])('a member with status %s gets a discount of %i öre', async (memberStatus, discount) => {
  const shop = await openShop(house)
  const { signedIn } = await joinNear(house, shop)
  const as = { ...signedIn, person: { ...signedIn.person, memberStatus } }
  const seen = seenOf(shop.serviceId, discount > 0)
  valueFrom(await requestBooking(house, as, bookingValues(shop.serviceId, monday, '10:00', { seen })))
  expect(await bookingsOf(house, shop.companyId)).toMatchObject([
    { discount_cents: discount, amount_customer_pays_cents: 749_00 - discount, platform_fee_cents: 37_45 },
  ])
})

test('jobs are moved between lanes to make room for a long one', async () => {
  const shop = await openShop(house, { capacity: 2 })
  const long = await addService(house, shop.companyId, { duration_min: 120 })
  const member = await joinNear(house, shop)
  const book = (service: string, time: string) =>
    requestBooking(house, member.signedIn, bookingValues(service, monday, time))
  valueFrom(await book(shop.serviceId, '10:00'))
  const first = valueFrom(await book(shop.serviceId, '11:00'))
  // Moved to the lane by hand, as a cancellation may leave it.
  await house.db.updateTable('bookings').set({ lane: 2 }).where('id', '=', first.id).execute()
  valueFrom(await book(long, '10:00'))
  const rows = await bookingsOf(house, shop.companyId)
  expect(rows).toHaveLength(3)
  expect(new Set(rows.map(({ lane }) => lane))).toEqual(new Set([1, 2]))
  const other = await joinNear(house, shop)
  const late = await requestBooking(house, other.signedIn, bookingValues(long, monday, '10:00'))
  expect(refusalFrom(late).fields.start).toContain('hann bli bokad')
})

test('the database refuses overlaps, illegal state changes and changes of agreed terms', async () => {
  const shop = await openShop(house)
  const member = await joinNear(house, shop)
  const { id } = valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, monday, '10:00')))
  const [row] = await bookingsOf(house, shop.companyId)
  if (!row) throw new Error('unreachable')
  const { busy, ...copy } = row
  const again = { ...copy, id: randomUUID(), key: randomUUID() }
  const insert = (given: object) =>
    house.db
      .insertInto('bookings')
      .values({ ...again, ...given })
      .execute()
  const update = (given: object) => house.db.updateTable('bookings').set(given).where('id', '=', id).execute()

  await expect(insert({})).rejects.toMatchObject({ constraint: 'bookings_never_twice' })
  await expect(insert({ lane: 2 })).rejects.toMatchObject({ constraint: 'bookings_within_capacity' })
  await expect(
    update({ status: 'completed', confirmed_at: new Date(), completed_at: new Date() }),
  ).rejects.toMatchObject({ constraint: 'bookings_legal_change' })
  await expect(update({ price_list_cents: 1 })).rejects.toMatchObject({ constraint: 'bookings_as_agreed' })
  await expect(update({ discount_cents: 0 })).rejects.toMatchObject({ constraint: 'bookings_as_agreed' })
  await expect(update({ amount_to_provider_cents: 1 })).rejects.toMatchObject({ constraint: 'bookings_provider_gets' })
  await expect(update({ customer_id: shop.owner.signedIn.person.id })).rejects.toMatchObject({
    constraint: 'bookings_as_agreed',
  })
  await expect(update({ status: 'lost' })).rejects.toThrow()
  await expect(update({ no_show: true })).rejects.toMatchObject({ constraint: 'bookings_no_show_is_an_end' })
  const cancelled = { status: 'cancelled', cancelled_at: new Date(), cancelled_by: 'member' }
  await update(cancelled)
  await expect(update({ status: 'pending', cancelled_at: null, cancelled_by: null })).rejects.toMatchObject({
    constraint: 'bookings_legal_change',
  })
  await insert({})
})

test('a member of another postcode cannot book', async () => {
  const shop = await openShop(house)
  const member = await joinAsMember(house, { postcode: '11111' })
  refusalFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, monday, '10:00')))
})
