import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  addService,
  bookingsOf,
  joinNear,
  openForVisits,
  openShop,
  type Shop,
  seenOf,
  setClock,
  visitOf,
  visitValues,
} from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { readBookPage } from '../book/read-book-page.server'
import { requestBooking } from '../book/request-booking.server'

const house = useHouse()
const monday = '2027-02-01'
let shop: Shop
let member: Resident
let windows: string
let hedge: string

beforeEach(async () => {
  setClock('2027-01-29T09:00:00Z')
  ;({ shop, member, windows, hedge } = await openForVisits(house))
})

const ask = (services: string[], time: string, given: Record<string, string> = {}, by = member) =>
  requestBooking(house, by.signedIn, visitValues(services, monday, time, given))
const book = async (time = '10:00') => valueFrom(await ask([windows, hedge], time)).id
const at = (clock: string) => new Date(`2027-02-01T${clock}:00Z`)

describe('a visit of several services', () => {
  test('is booked back to back in one lane, with amounts per service and one letter to each side', async () => {
    await house.deliver()
    const id = await book()
    const [first, second, ...others] = await visitOf(house, id)
    expect(others).toEqual([])
    expect(first).toMatchObject({
      ...{ id, visit_id: id, service_title: 'Fönsterputs', lane: 1, address: 'Provgatan 1' },
      // The buffer comes only after the last service.
      ...{ scheduled_at: at('09:00'), ends_at: at('10:00'), busy_until: at('10:00') },
      ...{ price_list_cents: 749_00, discount_cents: 74_90, amount_customer_pays_cents: 674_10 },
      ...{ platform_fee_cents: 37_45, amount_to_provider_cents: 636_65 },
    })
    expect(second).toMatchObject({
      ...{ visit_id: id, service_title: 'Häck', lane: 1, address: 'Provgatan 1', note: first?.note },
      ...{ scheduled_at: at('10:00'), ends_at: at('11:30'), busy_until: at('12:00'), lapses_at: first?.lapses_at },
      ...{ price_list_cents: 1_000_05, discount_cents: 100_00, amount_customer_pays_cents: 900_05 },
      ...{ platform_fee_cents: 50_00, amount_to_provider_cents: 850_05 },
    })
    const mails = await house.deliver()
    for (const { email } of [member, shop.owner]) {
      const [mail, ...more] = mails.filter(({ recipient }) => recipient === email)
      expect(more).toEqual([])
      expect(mail?.subject).toContain('Fönsterputs och Häck')
      expect(mail?.text).toMatch(/I besöket: Fönsterputs kl\. 10\.00–11\.00, 674,10\skr/)
      expect(mail?.text).toMatch(/I besöket: Häck kl\. 11\.00–12\.30, 900,05\skr/)
    }
    expect(mails.find(({ recipient }) => recipient === member.email)?.text).toMatch(/Pris: 1\s574,15\skr/)
    expect(mails.find(({ recipient }) => recipient === shop.owner.email)?.text).toMatch(/Ni får: 1\s486,70\skr/)
  })

  test('is booked once when it is sent several times concurrently', async () => {
    const form = visitValues([windows, hedge], monday, '10:00')
    const answers = await Promise.all([1, 2, 3].map(() => requestBooking(house, member.signedIn, form)))
    const ids = answers.map((answer) => valueFrom(answer).id)
    expect(new Set(ids).size).toBe(1)
    expect(await bookingsOf(house, shop.companyId)).toHaveLength(2)
  })

  test('counts as one of the three pending requests', async () => {
    for (const time of ['08:00', '11:00', '14:00']) await book(time)
    const { message } = refusalFrom(await ask([windows], '17:00'))
    expect(message).toMatch(/redan 3 förfrågningar/)
    expect(await bookingsOf(house, shop.companyId)).toHaveLength(6)
  })

  test('is booked whole for one of many concurrent, overlapping requests (race condition)', async () => {
    const many = await Promise.all(Array.from({ length: 12 }, () => joinNear(house, shop)))
    const answers = await Promise.all(
      many.map((one, index) => ask([windows, hedge], index % 2 === 0 ? '10:00' : '11:30', {}, one)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await bookingsOf(house, shop.companyId)).toHaveLength(2)
  })

  test('needs room for all services and the buffer, between other jobs and before closing', async () => {
    const other = await joinNear(house, shop)
    valueFrom(await ask([windows], '13:00', {}, other))
    const page = await pageFor([hedge])
    expect(page.durationMin).toBe(150)
    const times = page.starts.map(({ label }) => label)
    // 2.5 hours and a buffer of 0.5 hours before the job at 13.00, or from 14.30 on and over by 18.00.
    expect(times).toEqual(['08.00', '08.30', '09.00', '09.30', '10.00', '14.30', '15.00', '15.30'])
    expect(refusalFrom(await ask([windows, hedge], '11:00')).fields.start).toMatch(/bokad av någon annan/)
    expect(refusalFrom(await ask([windows, hedge], '16:00')).fields.start).toMatch(/går inte att boka/)
    valueFrom(await ask([windows, hedge], '10:00'))
  })

  test('may not run past closing, even when it is longer than the opening hours', async () => {
    const long = await addService(house, shop.companyId, { title: 'Flytt', duration_min: 6 * 60 })
    const longer = await addService(house, shop.companyId, { title: 'Målning', duration_min: 7 * 60 })
    expect((await pageFor([longer], long)).starts).toEqual([])
    expect(refusalFrom(await ask([long, longer], '08:00')).fields.start).toMatch(/går inte att boka/)
  })

  test('takes one lane, so that two fit at capacity 2 and a third job does not', async () => {
    await house.db.updateTable('companies').set({ capacity: 2 }).where('id', '=', shop.companyId).execute()
    await book()
    valueFrom(await ask([windows, hedge], '10:00', {}, await joinNear(house, shop)))
    expect(refusalFrom(await ask([windows], '12:00', {}, await joinNear(house, shop))).fields.start).toMatch(/bokad/)
    expect((await bookingsOf(house, shop.companyId)).map(({ lane }) => lane).toSorted()).toEqual([1, 1, 2, 2])
  })
})

const pageFor = async (also: string[], service = windows) =>
  found(
    (await readBookPage(house, member.signedIn, { service, also, day: monday, text: '', category: null, after: null }))
      .chosen,
  )

describe('the form of a visit', () => {
  const cases: [
    string,
    (ours: { windows: string; hedge: string; foreign: string; paused: string; atShop: string }) => string[],
    RegExp,
  ][] = [
    ['the same service twice', ({ windows, hedge }) => [windows, hedge, hedge], /en gång/],
    ['the first service repeated', ({ windows }) => [windows, windows], /en gång/],
    ["another company's service", ({ windows, foreign }) => [windows, foreign], /går inte längre/],
    ['a paused service', ({ windows, paused }) => [windows, paused], /går inte längre/],
    ['a service that does not exist', ({ windows }) => [windows, randomUUID()], /går inte längre/],
    ['a service done at another place', ({ windows, atShop }) => [windows, atShop], /Färg görs hos företaget/],
    ['too many services', ({ windows }) => [windows, ...Array.from({ length: 50 }, () => randomUUID())], /högst 4/],
    ['invalid ids', ({ windows }) => [windows, "x');drop", 'table', 'bookings;--'], /går inte längre/],
  ]
  test.each(cases)('is refused at the field, and books nothing, with %s', async (_, services, words) => {
    const foreign = await addService(house, (await openShop(house, { postcode: shop.postcode })).companyId)
    const paused = await addService(house, shop.companyId, { title: 'Pausad', active: false })
    const atShop = await addService(house, shop.companyId, { title: 'Färg', place: 'company' })
    const asked = services({ windows, hedge, foreign, paused, atShop })
    const refusal = refusalFrom(await ask(asked, '10:00'))
    expect(refusal.fields.also).toMatch(words)
    expect(await bookingsOf(house, shop.companyId)).toEqual([])
  })

  test('is refused when it repeats', async () => {
    const refusal = refusalFrom(await ask([windows, hedge], '10:00', { weeks: '2' }))
    expect(refusal.fields.also).toMatch(/kan inte upprepas/)
    expect(await bookingsOf(house, shop.companyId)).toEqual([])
  })

  test('is refused with the new price when the price of any service has changed', async () => {
    const form = visitValues([windows, hedge], monday, '10:00')
    await house.db.updateTable('services').set({ base_price_cents: 2_000_00 }).where('id', '=', hedge).execute()
    const { message } = refusalFrom(await requestBooking(house, member.signedIn, form))
    expect(message).toMatch(/^Häck: Priset har ändrats .* Du såg 900,05\skr, nu är det 1\s800\skr/)
    expect(await bookingsOf(house, shop.companyId)).toEqual([])
  })

  test('is refused with terms for fewer services than it books', async () => {
    const refusal = refusalFrom(await ask([windows, hedge], '10:00', { seen: seenOf(windows) }))
    expect(refusal.message).toMatch(/Ingenting är bokat än/)
    expect(await bookingsOf(house, shop.companyId)).toEqual([])
  })

  test('leaves out services that cannot be added, and says why', async () => {
    const paused = await addService(house, shop.companyId, { title: 'Pausad', active: false })
    await addService(house, shop.companyId, { title: 'Färg', place: 'company' })
    const { services, more } = await pageFor([hedge, paused, randomUUID()])
    expect(services.map(({ title }) => title)).toEqual(['Fönsterputs', 'Häck'])
    expect(more.elsewhere).toEqual(['Färg görs hos företaget och kan inte läggas till i det här besöket'])
  })
})

describe('the database', () => {
  test('refuses moves between visits, a booking of another member or place in a visit, and a sixth service', async () => {
    const id = await book()
    const [first, second] = await visitOf(house, id)
    if (!first || !second) throw new Error('no visit')
    const alone = valueFrom(await ask([windows], '14:00')).id
    const move = (to: string | null, of: string) =>
      house.db.updateTable('bookings').set({ visit_id: to }).where('id', '=', of).execute()
    await expect(move(null, second.id)).rejects.toThrow(/does not change its visit/)
    await expect(move(id, alone)).rejects.toThrow(/does not change its visit/)
    const { busy, id: own, ...like } = second
    const join = (day: number, given: Partial<typeof like> = {}) => {
      const moment = (clock: string) => new Date(`2027-03-0${day}T${clock}:00Z`)
      const when = { scheduled_at: moment('09:00'), ends_at: moment('10:30'), busy_until: moment('11:00') }
      const row = { ...like, ...when, key: randomUUID(), ...given }
      return house.db.insertInto('bookings').values(row).execute()
    }
    const other = await joinNear(house, shop)
    await expect(join(1, { customer_id: other.signedIn.person.id })).rejects.toThrow(/not of that visit/)
    await expect(join(1, { place: 'company' })).rejects.toThrow(/not of that visit/)
    await expect(join(1, { visit_id: alone })).rejects.toThrow(/not of that visit/)
    for (const day of [1, 2, 3]) await join(day)
    await expect(join(4)).rejects.toThrow(/not of that visit/)
  })
})
