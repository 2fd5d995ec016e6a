import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addService,
  joinNear,
  openShop,
  placeBooking,
  placeVisit,
  type Shop,
  setClock,
} from '../../../test/support/bookings'
import { useHouse, useTakenBack } from '../../../test/support/house'
import { remindAt } from '../booking'
import {
  claimLapsing,
  claimSaid,
  claimUnanswered,
  claimUpcoming,
  markReminded,
  readLapsingVisit,
} from '../change/tend-store.server'
import {
  changeSeries,
  insertSeries,
  putInSeries,
  readAheadOf,
  readDueSeries,
  readLastOf,
  readSeries,
  readSeriesOf,
  readSeriesWhole,
} from '../repeat/series-store.server'
import {
  answerOffer,
  endWait,
  insertOffer,
  insertWait,
  isAnybodyWaiting,
  markLooked,
  markTold,
  readAsked,
  readCompanyOfWait,
  readCompanyToLookAt,
  readOffer,
  readOfferedBetween,
  readOffersTo,
  readOfferThatIsOver,
  readOfferToTell,
  readPassedWait,
  readWaitsInOrder,
  readWaitsOf,
  readWaitsWhole,
  takeFreed,
  waitsFor,
} from './wait-store.server'

/** Queries for due rows, beside rows that are due a minute later, or differ in state, company or person. */
const real = useHouse()
const house = useTakenBack(real)
const at = (day: string, time = '09:00') => new Date(`2027-02-${day}T${time}:00Z`)
const now = at('03')
let [shop, other] = [] as unknown as [Shop, Shop]
let [eva, siv] = ['', '']
let second = ''

beforeAll(async () => {
  shop = await openShop(real, { capacity: 3 })
  other = await openShop(real, { postcode: shop.postcode, capacity: 3 })
  second = await addService(real, shop.companyId, { title: 'Häck' })
  eva = (await joinNear(real, shop)).signedIn.person.id
  siv = (await joinNear(real, shop)).signedIn.person.id
})
beforeEach(() => setClock(now.toISOString()))

const place = (startsAt: Date, given: Parameters<typeof placeBooking>[4] = {}) =>
  placeBooking(house, shop, eva, startsAt, given)
const asked = { status: 'pending' } as const
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const change = (id: string, columns: Record<string, unknown>) =>
  house.db.updateTable('bookings').set(columns).where('id', '=', id).execute()

describe('due bookings', () => {
  test('lapsing requests are claimed at their deadline, the earliest first, and visits separately', async () => {
    const { db } = house
    const later = await place(at('05'), { ...asked, lapses_at: at('03', '08:59') })
    const first = await place(at('06'), { ...asked, lapses_at: at('03', '08:00') })
    await place(at('07'), { ...asked, lapses_at: at('03', '09:01') })
    await place(at('08'), { lapses_at: at('02') })
    const visit = { ...asked, lapses_at: at('03', '09:00') }
    const [one] = await placeVisit(house, shop, siv, at('09'), [visit, visit])
    expect(await readLapsingVisit(db, at('03', '08:59'))).toBeUndefined()
    expect(await readLapsingVisit(db, now)).toEqual({ id: one, visitId: one, companyId: shop.companyId })
    expect(await claimLapsing(db, at('03', '07:59'))).toBeUndefined()
    expect(await claimLapsing(db, now)).toBe(first)
    await change(first, { status: 'confirmed', confirmed_at: now })
    expect(await claimLapsing(db, now)).toBe(later)
    await change(later, { status: 'confirmed', confirmed_at: now })
    expect(await claimLapsing(db, now)).toBeUndefined()
  })

  test('unanswered requests are claimed for one reminder, except those that wait for the member', async () => {
    const { db } = house
    const since = at('02')
    await place(at('05'), { ...asked, created_at: at('02', '09:01') })
    await place(at('06'), { created_at: at('01') })
    await place(at('07'), { ...asked, created_at: at('01'), proposed_at: at('10'), proposed_by: 'company' })
    const visit = { ...asked, created_at: at('02', '08:00') }
    const [first = ''] = await placeVisit(house, shop, siv, at('08'), [visit, visit])
    const own = await place(at('09'), {
      ...asked,
      created_at: since,
      proposed_at: at('10', '12:00'),
      proposed_by: 'member',
    })
    expect(await claimUnanswered(db, since)).toBe(first)
    await markReminded(db, first, 'company', now)
    expect(await claimUnanswered(db, since)).toBe(own)
    await markReminded(db, own, 'member', now)
    expect(await claimUnanswered(db, since)).toBe(own)
    await markReminded(db, own, 'company', now)
    expect(await claimUnanswered(db, since)).toBeUndefined()
  })

  test('confirmed bookings are claimed within a day of the start, unless they changed within that day', async () => {
    const { db } = house
    const agreed = { changed_at: at('01'), free_cancel_hours: 0 }
    await place(at('04', '09:01'), agreed)
    await place(now, { ...agreed, lane: 2 })
    await place(at('03', '12:00'), { ...asked, ...agreed })
    await place(at('03', '13:00'), { changed_at: at('02', '13:01'), free_cancel_hours: 0 })
    const last = await place(at('04', '08:00'), { changed_at: at('03', '08:00'), free_cancel_hours: 0 })
    const soon = await place(at('03', '14:00'), { ...agreed, lane: 3 })
    const [first = ''] = await placeVisit(house, shop, siv, at('03', '16:00'), [
      { ...agreed, created_at: at('01') },
      { ...agreed, created_at: at('01') },
    ])
    const seen: (string | undefined)[] = []
    for (let one = await claimUpcoming(db, now); one && seen.length < 9; one = await claimUpcoming(db, now)) {
      seen.push(one)
      await markReminded(db, one, 'member', now)
    }
    expect(seen).toEqual([soon, first, last])
  })

  test.each([0, 22, 23, 24, 34, 35, 168])(
    'a job that is free to cancel until %i hours before is claimed when booking.ts says',
    async (hours) => {
      const { db } = house
      const startsAt = at('12')
      const id = await place(startsAt, { changed_at: at('01'), free_cancel_hours: hours })
      const due = remindAt({ startsAt, freeCancelHours: hours })
      expect(await claimUpcoming(db, new Date(due.getTime() - 1))).toBeUndefined()
      expect(await claimUpcoming(db, due)).toBe(id)
      // Changed at that very moment is before the reminder; a moment later the member has just been told.
      const change = (changed_at: Date) => db.updateTable('bookings').set({ changed_at }).where('id', '=', id).execute()
      await change(due)
      expect(await claimUpcoming(db, due)).toBe(id)
      await change(new Date(due.getTime() + 1))
      expect(await claimUpcoming(db, new Date(startsAt.getTime() - 1))).toBeUndefined()
    },
  )

  test('what was said is claimed when its minute is over, the earliest first, without what failed just now', async () => {
    const { db } = house
    const said = (time: string) => ({ said: 'complete', said_at: at('03', time) }) as const
    await place(at('02'))
    const late = await place(at('03', '07:00'), said('08:58'))
    const early = await place(at('03', '07:00'), { ...said('08:30'), lane: 2 })
    await place(at('03', '08:30'), { ...said('08:59'), lane: 3 })
    const by = at('03', '08:58')
    expect([await claimSaid(db, by), await claimSaid(db, by, [early]), await claimSaid(db, by, [early, late])]).toEqual(
      [early, late, undefined],
    )
    expect(await claimSaid(db, at('03', '08:29'))).toBeUndefined()
  })
})

test('due series are confirmed and not ended, and both their sides can read them', async () => {
  const { db } = house
  const series = (given: Record<string, unknown> = {}, of = shop) =>
    insertSeries(db, {
      customer_id: eva,
      company_id: of.companyId,
      service_id: of.serviceId,
      weeks: 2,
      start_time: '10:00',
      on_holidays: false,
      terms: 't',
      next_day: '2027-03-01',
      due_at: now,
      created_at: now,
      confirmed_at: now,
      ...given,
    })
  const late = await series()
  const first = await series({ due_at: at('02'), customer_id: siv }, other)
  await series({ due_at: at('03', '09:01') })
  await series({ confirmed_at: null })
  const over = await series({ ended_at: now, ended_by: 'member' })
  expect(ids(await readDueSeries(db, now, 9))).toEqual([first, late])
  expect(ids(await readDueSeries(db, now, 1))).toEqual([first])
  expect(await readSeriesOf(db, siv)).toEqual([{ id: first, companyId: other.companyId, customerId: siv }])
  expect(await readSeriesOf(db, eva)).toHaveLength(2)
  expect(await readSeriesOf(db, shop.owner.signedIn.person.id)).toHaveLength(2)
  expect(ids(await readSeriesOf(db, other.owner.signedIn.person.id))).toEqual([first])
  expect(await readSeriesWhole(db, siv)).toMatchObject([{ weeks: 2, start_time: '10:00:00', ended_at: null }])
  await changeSeries(db, late, { next_day: '2027-03-15' })
  expect([(await readSeries(db, late))?.nextDay, (await readSeries(db, first))?.nextDay]).toEqual([
    '2027-03-15',
    '2027-03-01',
  ])
  expect(await readSeries(db, over)).toMatchObject({ weeks: 2, time: '10:00', onHolidays: false, endedAt: now })

  const days = ['2027-02-20', '2027-02-06', '2027-02-03', '2027-02-27']
  const made: string[] = []
  for (const [index, day] of days.entries()) {
    const id = await place(new Date(`${day}T09:00:00Z`), {
      lane: 1,
      note: day,
      ...(index === 3 && { status: 'cancelled' }),
    })
    await putInSeries(db, id, late, day)
    made.push(id)
  }
  await place(at('10'))
  expect(ids(await readAheadOf(db, late, now))).toEqual([made[1], made[0]])
  expect((await readLastOf(db, late)).note).toBe('2027-02-27')
})

describe('the waiting list', () => {
  const wait = async (customer_id: string, given: Record<string, unknown> = {}, of = shop) =>
    insertWait(house.db, {
      id: crypto.randomUUID(),
      customer_id,
      company_id: of.companyId,
      service_id: of.serviceId,
      service_title: 'Hemstäd',
      from_day: '2027-02-04',
      to_day: '2027-02-10',
      part: 'any',
      early_start: 'ja',
      asked_at: now,
      ...given,
    })
  const offer = async (wait_id: string, startsAt: Date, given: Record<string, unknown> = {}, of = shop) => {
    const endsAt = new Date(startsAt.getTime() + 3_600_000)
    const held = { starts_at: startsAt, ends_at: endsAt, busy_until: endsAt, lane: 3 }
    return insertOffer(house.db, {
      wait_id,
      company_id: of.companyId,
      ...held,
      offered_at: now,
      tell_at: now,
      until_at: at('03', '11:00'),
      ...given,
    })
  }

  test('is in order per company, without members who have an open offer or three pending requests', async () => {
    const { db } = house
    expect(await isAnybodyWaiting(db)).toBe(false)
    const [late, first, theirs] = [
      (await wait(eva, { asked_at: at('03', '08:30') })) ?? '',
      (await wait(siv, { asked_at: at('03', '08:00') })) ?? '',
      (await wait(siv, { asked_at: at('03', '07:00') }, other)) ?? '',
    ]
    expect([await wait(eva), await isAnybodyWaiting(db)]).toEqual([null, true])
    const line = async (of = shop) => ids(await readWaitsInOrder(db, of.companyId))
    expect([await line(), await line(other)]).toEqual([[first, late], [theirs]])
    const offered = await offer(theirs, at('05'), {}, other)
    expect([await line(), await line(other)]).toEqual([[first, late], []])
    const own = await offer(first, at('05'))
    expect(await line()).toEqual([late])
    expect(await answerOffer(db, own, 'declined')).toBe(true)
    expect([await answerOffer(db, own, 'lapsed'), await line()]).toEqual([false, [first, late]])
    expect(await readAsked(db, [first, theirs])).toMatchObject([
      { waitId: first, answer: 'declined', startsAt: at('05') },
    ])
    expect([await readAsked(db, [theirs]), await readAsked(db, [])]).toEqual([[], []])

    await placeBooking(house, other, eva, at('06'), asked)
    await place(at('06', '12:00'), asked)
    await placeVisit(house, shop, eva, at('07'), [asked, asked])
    await place(at('08'))
    expect(await line()).toEqual([first, late])
    await place(at('09'), asked)
    expect(await line()).toEqual([first])

    expect([
      await waitsFor(db, eva, shop.serviceId),
      await waitsFor(db, eva, second),
      await waitsFor(db, eva, other.serviceId),
    ]).toEqual([true, false, false])
    expect([await readCompanyOfWait(db, late, eva), await readCompanyOfWait(db, late, siv)]).toEqual([
      shop.companyId,
      undefined,
    ])
    expect(ids(await readWaitsOf(db, siv))).toEqual([theirs, first])
    const whole = await readWaitsWhole(db, siv)
    expect(whole.map(({ id, offers }) => [id, ids(offers)])).toEqual([
      [theirs, [offered]],
      [first, [own]],
    ])
    expect(await endWait(db, late)).toEqual({
      customerId: eva,
      title: 'Hemstäd',
      from: '2027-02-04',
      to: '2027-02-10',
      companyName: 'Lind Städ AB',
    })
    expect([await endWait(db, late), ids(await readWaitsOf(db, siv))]).toEqual([undefined, [theirs, first]])
  })

  test('is checked for a company with a freed time first, then for the one checked longest ago', async () => {
    const { db } = house
    await wait(eva)
    await wait(siv, {}, other)
    await markLooked(db, shop.companyId, at('03', '08:00'))
    expect(await readCompanyToLookAt(db, at('03', '08:30'))).toBe(other.companyId)
    await markLooked(db, other.companyId, at('03', '07:00'))
    expect(await readCompanyToLookAt(db, at('03', '08:30'))).toBe(other.companyId)
    expect(await readCompanyToLookAt(db, at('03', '06:59'))).toBeUndefined()
    await markLooked(db, other.companyId, now)
    expect(await readCompanyToLookAt(db, at('03', '08:00'))).toBe(shop.companyId)
    await db
      .insertInto('freed_times')
      .values([{ company_id: other.companyId }, { company_id: shop.companyId }])
      .execute()
    expect(await readCompanyToLookAt(db, at('01'))).toBe(other.companyId)
    await takeFreed(db, other.companyId)
    expect(await readCompanyToLookAt(db, at('01'))).toBe(shop.companyId)
    expect(await readPassedWait(db, '2027-02-10')).toBeUndefined()
    expect((await readPassedWait(db, '2027-02-11'))?.companyId).toBeDefined()
  })

  test('holds an offered time for one member until it expires, announces it once and takes one answer', async () => {
    const { db } = house
    const [evas, sivs] = [(await wait(eva)) ?? '', (await wait(siv)) ?? '']
    const open = await offer(evas, at('05'), { until_at: at('03', '09:01') })
    const night = await offer(sivs, at('05', '11:00'), { tell_at: at('03', '10:00'), until_at: at('03', '12:00') })
    const to = async (who: string, when = now) => ids(await readOffersTo(db, who, when))
    expect([await to(eva), await to(siv), await to(eva, at('03', '09:01'))]).toEqual([[open], [night], []])
    expect([(await readOffer(db, open, eva))?.id, await readOffer(db, open, siv)]).toEqual([open, undefined])
    const between = async (from: Date, until: Date, of = shop) =>
      ids(await readOfferedBetween(db, of.companyId, from, until))
    expect([
      await between(at('05', '09:59'), at('05', '11:01')),
      await between(at('05', '10:00'), at('05', '11:00')),
      await between(at('05', '08:00'), at('05', '20:00'), other),
    ]).toEqual([[open, night], [], []])
    const tell = async (when: Date) => (await readOfferToTell(db, when))?.id
    expect([await tell(now), await tell(at('03', '08:59')), await tell(at('03', '09:01'))]).toEqual([
      open,
      undefined,
      undefined,
    ])
    expect([await markTold(db, open, now), await markTold(db, open, now), await tell(now)]).toEqual([
      true,
      false,
      undefined,
    ])
    expect([await tell(at('03', '10:00')), await tell(at('03', '12:00'))]).toEqual([night, undefined])
    const over = async (when: Date) => (await readOfferThatIsOver(db, when))?.id
    expect([await over(now), await over(at('03', '09:01')), await over(at('03', '12:00'))]).toEqual([
      undefined,
      open,
      open,
    ])
    expect([await answerOffer(db, open, 'lapsed'), await over(at('03', '12:00'))]).toEqual([true, night])
    await answerOffer(db, night, 'declined')
    expect([
      await over(at('04')),
      await tell(at('03', '10:00')),
      await to(siv),
      await between(at('05', '08:00'), at('05', '20:00')),
    ]).toEqual([undefined, undefined, [], []])
  })
})
