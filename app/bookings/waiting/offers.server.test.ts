import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notThere } from '~/shared/outcome'
import {
  addService,
  joinNear,
  openShop,
  placeBooking,
  type Shop,
  seenOf,
  setClock,
} from '../../../test/support/bookings'
import { poison } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { block, type Resident } from '../../../test/support/people'
import { declineOfferedTime, leaveWait, takeOfferedTime } from './answer-offer.server'
import { askForTime } from './ask-for-time.server'
import { readNewWait, readWaits } from './read-waits.server'
import { tendWaits } from './tend-waits.server'
import { insertWait } from './wait-store.server'

/** One look at the waiting lists of two companies, each with somebody who must not get an offer. */
const house = useHouse()
const now = new Date('2027-01-29T09:00:00Z')
const day = '2027-02-03'
const at = (clock: string, date = day) => new Date(`${date}T${clock}:00Z`)
let [shop, other] = [] as unknown as [Shop, Shop]
let [eva, siv, ann, olle, kim] = [] as unknown as [Resident, Resident, Resident, Resident, Resident]
let hedge = ''

beforeAll(async () => {
  setClock(now.toISOString())
  const service = { title: 'Fönsterputs', buffer_min: 30 }
  shop = await openShop(house, { capacity: 2, hours: ['10:00', '11:00'], service })
  other = await openShop(house, { postcode: shop.postcode, hours: ['10:00', '11:00'] })
  hedge = await addService(house, shop.companyId, { title: 'Häck', base_price_cents: 900_00 })
  eva = await joinNear(house, shop)
  siv = await joinNear(house, shop)
  ann = await joinNear(house, shop)
  olle = await joinNear(house, shop)
  kim = await joinNear(house, shop)
  await block(house, olle, now)
  await house.db.updateTable('profiles').set({ postcode: '99999' }).where('id', '=', kim.signedIn.person.id).execute()
})
beforeEach(async () => {
  setClock(now.toISOString())
  for (const table of ['booking_waits', 'bookings', 'freed_times'] as const) await house.db.deleteFrom(table).execute()
  house.told.length = house.woken.length = 0
})

let order = 0
/** Waits in order of insertion, marked as just looked at. */
async function wait(who: Resident, given: Record<string, unknown> = {}, of = shop) {
  const id = await insertWait(house.db, {
    id: randomUUID(),
    customer_id: who.signedIn.person.id,
    company_id: of.companyId,
    service_id: of.serviceId,
    service_title: of === shop ? 'Fönsterputs' : 'Hemstäd',
    from_day: day,
    to_day: day,
    part: 'any',
    early_start: 'ja',
    asked_at: new Date(now.getTime() - 3_600_000 + order++),
    looked_at: now,
    ...given,
  })
  if (id === null) throw new Error('waits already')
  return id
}
const freed = (of = shop) => house.db.insertInto('freed_times').values({ company_id: of.companyId }).execute()
const offers = () => house.db.selectFrom('offered_times').selectAll().orderBy('lane').execute()
const waiting = async () => {
  const rows = await house.db.selectFrom('booking_waits').select(['id', 'looked_at']).orderBy('asked_at').execute()
  return rows.map(({ id, looked_at }) => [id, looked_at?.toISOString() ?? null])
}
const subjects = async () => (await house.deliver()).map(({ recipient, subject }) => [recipient, subject]).toSorted()
const person = ({ signedIn }: Resident) => `person:${signedIn.person.id}`
const company = ({ companyId }: Shop) => `company:${companyId}`

test('free times are offered in order, one each, skipping blocked members and ending the wait of one who has moved', async () => {
  const blocked = await wait(olle)
  await wait(kim)
  const first = await wait(eva)
  const evasOther = await wait(eva, { service_id: hedge, service_title: 'Häck' })
  const second = await wait(siv)
  const third = await wait(ann)
  const elsewhere = await wait(ann, {}, other)
  await freed()
  await house.deliver()
  setClock('2027-01-29T09:01:00Z')
  const later = house.clock.now()
  expect(await tendWaits(house)).toBe(1)
  const held = { starts_at: at('09:00'), ends_at: at('10:00'), busy_until: at('10:30'), company_id: shop.companyId }
  const told = { offered_at: later, tell_at: later, told_at: later, until_at: at('11:01', '2027-01-29'), answer: null }
  expect(await offers()).toMatchObject([
    { ...held, ...told, wait_id: first, lane: 1 },
    { ...held, ...told, wait_id: second, lane: 2 },
  ])
  const looked = later.toISOString()
  expect(await waiting()).toEqual([
    ...[blocked, first, evasOther, second, third].map((id) => [id, looked]),
    [elsewhere, now.toISOString()],
  ])
  expect(await house.db.selectFrom('freed_times').select('id').execute()).toEqual([])
  expect(house.woken).toEqual(['messages'])
  expect(house.told.map(({ to, about }) => [[...to].toSorted(), about])).toEqual([
    [[person(eva), person(siv), person(kim), company(shop)].toSorted(), 'bookings'],
  ])
  const mails = await house.deliver()
  expect(mailTo(mails, kim.email).text).toContain('går inte längre att boka')
  expect(mailTo(mails, eva.email).text).toContain('Sedan svarar företaget, som på alla bokningar.')
  expect(mails.map(({ recipient, subject }) => [recipient, subject]).toSorted()).toEqual(
    [
      [eva.email, 'En tid är ledig: Fönsterputs ons 3 feb. kl. 10.00'],
      [siv.email, 'En tid är ledig: Fönsterputs ons 3 feb. kl. 10.00'],
      [kim.email, 'Väntelistan: Fönsterputs'],
    ].toSorted(),
  )
  expect(await tendWaits(house)).toBe(0)
})

test('nobody is told when nothing is free, and the list is checked again after five minutes', async () => {
  for (const lane of [1, 2]) await placeBooking(house, shop, ann.signedIn.person.id, at('09:00'), { lane })
  const mine = await wait(eva)
  setClock('2027-01-29T09:04:59Z')
  expect(await tendWaits(house)).toBe(0)
  setClock('2027-01-29T09:05:00Z')
  expect(await tendWaits(house)).toBe(1)
  expect(await waiting()).toEqual([[mine, '2027-01-29T09:05:00.000Z']])
  expect([house.woken, house.told, await subjects(), await offers()]).toEqual([[], [], [], []])
})

test('nothing is offered during shutdown, or when nobody waits', async () => {
  await freed()
  expect(await tendWaits(house)).toBe(0)
  await wait(eva)
  expect(await tendWaits({ ...house, isClosing: () => true })).toBe(0)
  expect(await offers()).toEqual([])
})

describe('an offered time', () => {
  let [mine, theirs] = ['', '']
  beforeEach(async () => {
    mine = await wait(eva)
    theirs = await wait(siv)
    await freed()
    await tendWaits(house)
    await house.deliver()
    house.told.length = house.woken.length = 0
  })
  const offerOf = async (waitId: string) => {
    const offer = (await offers()).find(({ wait_id }) => wait_id === waitId)
    if (!offer) throw new Error('nothing is offered')
    return offer
  }
  const take = (who: Resident, id: string, given: Record<string, string> = {}) =>
    takeOfferedTime(house, who.signedIn, { id, seen: seenOf(shop.serviceId), address: 'Provgatan 1', ...given })

  test('is held until it expires, and only that one lapses', async () => {
    await house.db
      .updateTable('offered_times')
      .set({ until_at: at('12:00', '2027-01-29') })
      .where('wait_id', '=', theirs)
      .execute()
    setClock('2027-01-29T10:59:59.999Z')
    await tendWaits(house)
    expect((await offerOf(mine)).answer).toBeNull()
    house.told.length = 0
    setClock('2027-01-29T11:00:00Z')
    const refusal = refusalFrom(await take(eva, (await offerOf(mine)).id))
    expect(refusal).toMatchObject({ title: 'Tiden är inte bokad', fields: {} })
    expect(refusal.message).toMatch(/hålls inte för dig längre/)
    await tendWaits(house)
    expect([(await offerOf(mine)).answer, (await offerOf(theirs)).answer]).toEqual(['lapsed', null])
    expect(house.told[0]).toEqual({ to: [person(eva), company(shop)], about: 'bookings' })
    const { offers: held, waits } = await readWaits(house, eva.signedIn)
    expect([held, waits.map(({ lapsed }) => lapsed)]).toEqual([
      [],
      [{ when: 'onsdag 3 februari kl. 10.00', until: 'fredag 29 januari kl. 12.00', hasMoreDays: false }],
    ])
    await house.db.updateTable('booking_waits').set({ to_day: '2027-02-04' }).where('id', '=', mine).execute()
    expect((await readWaits(house, eva.signedIn)).waits.map(({ lapsed }) => lapsed?.hasMoreDays)).toEqual([true])
    // Today is left for as long as a time of today may still be offered, which it may not late in the evening.
    const days = { from_day: '2027-02-02', to_day: day }
    await house.db.updateTable('booking_waits').set(days).where('id', '=', mine).execute()
    for (const [clock, isLeft] of [['06:30', true] as const, ['06:31', false] as const, ['21:00', false] as const]) {
      setClock(`2027-02-02T${clock}:00Z`)
      expect((await readWaits(house, eva.signedIn)).waits.map(({ lapsed }) => lapsed?.hasMoreDays)).toEqual([isLeft])
    }
    setClock('2027-02-03T10:00:00Z')
    expect((await readWaits(house, eva.signedIn)).waits.map(({ lapsed }) => lapsed)).toEqual([null])
  })

  test('that is taken becomes a pending booking, is told to both sides, and taking it again is idempotent', async () => {
    const { id } = await offerOf(mine)
    const booked = valueFrom(await take(eva, id))
    const [row, ...more] = await house.db.selectFrom('bookings').selectAll().execute()
    expect(more).toEqual([])
    expect(row).toMatchObject({
      ...{ id: booked.id, key: id, status: 'pending', scheduled_at: at('09:00'), lane: 1, note: '', phone: null },
      ...{ address: 'Provgatan 1', early_start_at: now, visit_id: null, series_id: null },
    })
    expect(house.told).toEqual([{ to: [person(eva), company(shop)], about: 'bookings' }])
    expect(house.woken).toEqual(['messages', 'waiting list'])
    expect((await house.deliver()).map(({ recipient }) => recipient).toSorted()).toEqual(
      [eva.email, shop.owner.email].toSorted(),
    )
    house.told.length = house.woken.length = 0
    expect(valueFrom(await take(eva, id))).toEqual(booked)
    expect([house.told, house.woken, await subjects()]).toEqual([[], [], []])
    expect((await waiting()).map(([id]) => id)).toEqual([theirs])
  })

  test('cannot be taken without an address, by other terms, by another member or after a no', async () => {
    const { id } = await offerOf(mine)
    for (const address of ['', 'x'.repeat(301)]) {
      expect(Object.keys(refusalFrom(await take(eva, id, { address })).fields)).toEqual(['address'])
    }
    expect(refusalFrom(await take(eva, id, { seen: seenOf(hedge) })).message).toMatch(/Ingenting är bokat än/)
    expect(refusalFrom(await take(siv, id)).message).toMatch(/hålls inte för dig längre/)
    expect(await take(eva, 'x')).toBe(notThere)
    await expect(takeOfferedTime(house, shop.owner.signedIn, { id })).rejects.toThrow('not allowed')
    await house.db.updateTable('services').set({ notice_hours: 168 }).where('id', '=', shop.serviceId).execute()
    const late = refusalFrom(await take(eva, id))
    await house.db.updateTable('services').set({ notice_hours: 2 }).where('id', '=', shop.serviceId).execute()
    expect(late.message).toMatch(/går inte att boka/)
    expect(late.fields).toEqual({})
    valueFrom(await declineOfferedTime(house, eva.signedIn, { id }))
    expect(refusalFrom(await take(eva, id)).message).toMatch(/hålls inte för dig längre/)
    expect(await house.db.selectFrom('bookings').select('id').execute()).toEqual([])
  })

  test('is shown to members only, prefilled with the last address unless the job is at the company', async () => {
    for (const read of [readWaits(house, shop.owner.signedIn), readNewWait(house, shop.owner.signedIn, hedge, day)]) {
      await expect(read).rejects.toThrow('not allowed')
    }
    const begins = async () => (await readWaits(house, eva.signedIn)).offers.map(({ ownAddress }) => ownAddress)
    expect(await begins()).toEqual([''])
    const before = { address: 'Sista vägen 9' }
    await placeBooking(house, shop, eva.signedIn.person.id, at('09:00', '2027-01-20'), before)
    expect(await begins()).toEqual(['Sista vägen 9'])
    const service = house.db.updateTable('services').where('id', '=', shop.serviceId)
    await service.set({ place: 'company' }).execute()
    expect(await begins()).toEqual([null])
    await service.set({ place: 'customer' }).execute()
  })

  test('is declined, and its wait is left, by its own member only; for others nothing changes', async () => {
    const { id } = await offerOf(mine)
    for (const deed of [declineOfferedTime, leaveWait]) {
      house.told.length = house.woken.length = 0
      valueFrom(await deed(house, siv.signedIn, { id: deed === leaveWait ? mine : id }))
      expect([house.told, house.woken]).toEqual([[], ['waiting list']])
    }
    expect([(await offerOf(mine)).answer, (await waiting()).length]).toEqual([null, 2])
    valueFrom(await declineOfferedTime(house, eva.signedIn, { id }))
    expect([(await offerOf(mine)).answer, (await offerOf(theirs)).answer]).toEqual(['declined', null])
    house.told.length = house.woken.length = 0
    valueFrom(await leaveWait(house, eva.signedIn, { id: mine }))
    expect([house.told, house.woken]).toEqual([[{ to: [company(shop)], about: 'bookings' }], ['waiting list']])
    expect((await waiting()).map(([id]) => id)).toEqual([theirs])
  })
})

test('a time offered at night is not announced in the morning when it can no longer be booked', async () => {
  setClock('2027-01-29T22:30:00Z')
  await wait(eva, {}, other)
  await freed(other)
  await tendWaits(house)
  expect(await offers()).toMatchObject([{ told_at: null, answer: null }])
  await block(house, other.owner, now)
  setClock('2027-01-30T06:00:00Z')
  await tendWaits(house)
  await block(house, other.owner, null)
  const mails = await house.deliver()
  expect(mails.map(({ subject }) => subject)).not.toContainEqual(expect.stringContaining('En tid är ledig'))
  expect(mailTo(mails, eva.email).subject).toBe('Väntelistan: Hemstäd')
})

test('a wait ends the day after its last day, not on it, and the member is told', async () => {
  const today = { from_day: '2027-01-29', to_day: '2027-01-29' }
  const over = await wait(eva, today)
  const goes = await wait(siv, { ...today, to_day: '2027-01-30' })
  setClock('2027-01-29T22:59:59Z')
  await tendWaits(house)
  expect((await waiting()).map(([id]) => id)).toEqual([over, goes])
  await house.deliver()
  setClock('2027-01-29T23:00:00Z')
  house.told.length = 0
  await tendWaits(house)
  expect((await waiting()).map(([id]) => id)).toEqual([goes])
  const { text } = mailTo(await house.deliver(), eva.email)
  expect(text).toContain('Hej Eva Lind,')
  expect(text).toContain('Dagarna som du väntade på har varit, och ingen tid blev bokad')
  expect(house.told[0]).toEqual({ to: [person(eva), company(shop)], about: 'bookings' })
})

describe('asking for a time', () => {
  const ask = (who: Resident, given: Record<string, string> = {}) =>
    askForTime(house, who.signedIn, {
      ...{ key: randomUUID() as string, service: shop.serviceId, from: day, to: day, part: 'any', early: 'on' },
      ...given,
    })
  const full = async () => {
    for (const lane of [1, 2]) await placeBooking(house, shop, siv.signedIn.person.id, at('09:00'), { lane })
  }

  test('is stored once as it was asked, and refused for a service that the member already waits for', async () => {
    await full()
    const key = randomUUID()
    valueFrom(await ask(eva, { key, part: 'morning' }))
    valueFrom(await ask(eva, { key, part: 'evening' }))
    expect(await house.db.selectFrom('booking_waits').selectAll().execute()).toMatchObject([
      {
        ...{ id: key, customer_id: eva.signedIn.person.id, company_id: shop.companyId, service_id: shop.serviceId },
        ...{ service_title: 'Fönsterputs', from_day: day, to_day: day, part: 'morning' },
        ...{ asked_at: now, looked_at: now, early_start: expect.stringContaining('ångerfristen') },
      },
    ])
    expect(refusalFrom(await ask(eva))).toMatchObject({
      title: 'Du står redan på väntelistan',
      message: expect.stringContaining('Lämna väntelistan först'),
    })
    // The same service for another member, and another service for the same member.
    valueFrom(await ask(ann))
    valueFrom(await ask(eva, { service: hedge }))
  })

  test('is for members only, and not at their own company', async () => {
    await full()
    await expect(ask(shop.owner)).rejects.toThrow('not allowed')
    const { signedIn } = shop.owner
    const turned = { ...signedIn, person: { ...signedIn.person, role: 'member' as const } }
    expect(refusalFrom(await ask({ ...shop.owner, signedIn: turned })).message).toMatch(/går inte längre/)
    expect(await waiting()).toEqual([])
  })

  test('is prefilled with the first week, or with the bookable day in the address', async () => {
    const page = async (asked: string | null, service: string | null = shop.serviceId) => {
      const read = await readNewWait(house, eva.signedIn, service, asked)
      return 'from' in read ? [read.from, read.to, read.first, read.last, read.isWaiting] : read
    }
    const [first, last] = ['2027-01-29', '2027-04-29']
    expect(await page(null)).toEqual([first, '2027-02-04', first, last, false])
    expect(await page(first)).toEqual([first, first, first, last, false])
    expect(await page(last)).toEqual([last, last, first, last, false])
    for (const beyond of ['2027-01-28', '2027-04-30'])
      expect(await page(beyond)).toEqual([first, first, first, last, false])
    expect(await page(day, randomUUID())).toBe(notThere)
    expect(await page(day, 'x')).toBe(notThere)
    expect(await page(day, null)).toBe(notThere)
    await wait(eva)
    expect(await page(day)).toEqual([day, day, first, last, true])
    expect((await readWaits(house, eva.signedIn)).waits).toMatchObject([
      { title: 'Fönsterputs', companyName: 'Lind Städ AB', days: 'onsdag 3 februari', part: 'Hela dagen' },
    ])
    await house.db.updateTable('booking_waits').set({ to_day: '2027-02-04', part: 'evening' }).execute()
    expect((await readWaits(house, eva.signedIn)).waits).toMatchObject([
      { days: 'onsdag 3 februari till torsdag 4 februari', part: 'Kväll, efter 17' },
    ])
  })
})

test('a company whose waiting list cannot be read holds up none of the others', async () => {
  await wait(eva, { looked_at: null })
  await wait(siv, { looked_at: null }, other)
  const isBroken = `new.company_id = '${shop.companyId}'`
  const cure = await poison(house, { before: 'insert', on: 'offered_times', when: isBroken })
  await expect(tendWaits(house)).rejects.toThrow('not this one')
  expect([(await readWaits(house, eva.signedIn)).offers, (await readWaits(house, siv.signedIn)).offers]).toMatchObject([
    [],
    [{}],
  ])
  await cure()
  expect(await tendWaits(house)).toBe(1)
  expect((await readWaits(house, eva.signedIn)).offers).toHaveLength(1)
})

test('a member is told of an offered time that it is too soon to cancel free of charge', async () => {
  await wait(eva, { from_day: '2027-02-02' })
  await freed()
  await tendWaits(house)
  const rulesAt = async (time: string) => {
    setClock(time)
    return (await readWaits(house, eva.signedIn)).offers[0]?.rules.join(' ')
  }
  const [offered] = await offers()
  await house.db
    .updateTable('offered_times')
    .set({ until_at: offered?.starts_at ?? now })
    .execute()
  const last = (offered?.starts_at.getTime() ?? 0) - 24 * 3_600_000
  expect(await rulesAt(new Date(last).toISOString())).not.toContain('Tiden är så nära')
  expect(await rulesAt(new Date(last + 1).toISOString())).toContain('Tiden är så nära att den inte går att avboka')
})
