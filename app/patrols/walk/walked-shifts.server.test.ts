import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Guard } from '~/guards/public.server'
import { firstDay } from '~/shared/month'
import { employGuard, newPostcode, openPartner } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { listCompany } from '../../../test/support/listings'
import { closeForgottenWalks } from '../plan-store.server'
import {
  countWalked,
  letGoOfShift,
  readLastWalk,
  readOwnPastShifts,
  readOwnShifts,
  readPastShifts,
  readShift,
  readShiftsToCome,
  readStops,
  setShiftPartner,
  takeAllFreeShifts,
  takeFreeShift,
} from '../shift-store.server'
import { readGuardShifts } from './read-walk.server'
import { readPostcodesWalked, readShiftDays, readWalkers } from './situation-store.server'
import { beginWalk, endWalk, readSponsorStopsOf, readWalks } from './walk-store.server'

/** Each statement runs beside a shift that differs in one thing: the day, place, company or time. */

const house = useHouse()
const at = (day: string, clock: string) => new Date(`${day}T${clock}:00Z`)
const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms)

async function open() {
  const { id, postcode } = await openPartner(house)
  await house.db.insertInto('postcodes').values({ code: postcode, name: 'Provby', state: 'open' }).execute()
  return { company: id, postcode, guard: await employGuard(house, id, { name: 'Ali Rahimi' }) }
}

/** From 17 to 21 UTC. */
async function shiftOn(postcode: string, day: string, company_id: string | null = null) {
  const { id } = await house.db
    .insertInto('patrol_shifts')
    .values({ postcode, day, starts_at: at(day, '17:00'), ends_at: at(day, '21:00'), company_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const walk = (shift_id: string, guard_id: string, began_at: Date, ended_at: Date | null = null) =>
  house.db.insertInto('patrol_walks').values({ shift_id, guard_id, began_at, ended_at }).execute()
async function stop(shift_id: string, guard_id: string, stopped_at: Date, note = '') {
  const { id } = await house.db
    .insertInto('patrol_stops')
    .values({ key: randomUUID(), shift_id, guard_id, stopped_at, note })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
async function sponsorStop(postcode: string, shift_id: string, given: object = {}, name = 'Salongen') {
  const company_id = await listCompany(house.db, { name, postcode, address: 'Gatan 1' })
  const { id: slot_id } = await house.db
    .insertInto('sponsor_slots')
    .values({
      ...{ company_id, postcode: newPostcode(), month: firstDay('2027-05'), price_cents: 1, status: 'active' },
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await house.db
    .insertInto('sponsor_stops')
    .values({ slot_id, week: '2027-05-10', turn: 1, shift_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const daysOf = (shifts: readonly { day: string }[]) => shifts.map(({ day }) => day.slice(-2)).join(' ')

test('readShiftsToCome and readOwnShifts return shifts that are not over, by day and postcode, up to the limit', async () => {
  const [one, two, far] = [await open(), await open(), await open()]
  for (const day of ['2027-05-12', '2027-05-10', '2027-05-11']) {
    await shiftOn(two.postcode, day, one.company)
    await shiftOn(one.postcode, day, one.company)
  }
  await shiftOn(far.postcode, '2027-05-11', far.company)
  const over = at('2027-05-10', '21:00')
  const toCome = async (now: Date, most = 9) =>
    (await readShiftsToCome(house.db, [two.postcode, one.postcode], now, most)).map(
      ({ day, postcode }) => day.slice(-2) + (postcode === one.postcode ? 'a' : 'b'),
    )
  expect(await toCome(later(over, -1))).toEqual(['10a', '10b', '11a', '11b', '12a', '12b'])
  expect(await toCome(over)).toEqual(['11a', '11b', '12a', '12b'])
  expect(await toCome(over, 3)).toEqual(['11a', '11b', '12a'])
  expect(await readShiftsToCome(house.db, [], over, 9)).toEqual([])
  const own = async (now: Date, most = 9) => daysOf(await readOwnShifts(house.db, one.company, now, most))
  expect(await own(later(over, -1))).toBe('10 10 11 11 12 12')
  expect(await own(over)).toBe('11 11 12 12')
  expect(await own(over, 3)).toBe('11 11 12')
})

test('a walk of a guard who was removed ends then, for what is shown and once the shift is over', async () => {
  const one = await open()
  const bo = await employGuard(house, one.company, { name: 'Bo Ek' })
  const shift = await shiftOn(one.postcode, '2027-05-10', one.company)
  await walk(shift, one.guard, at('2027-05-10', '17:02'))
  await walk(shift, bo, at('2027-05-10', '19:00'))
  const removed = { removed_at: at('2027-05-10', '17:10'), phone: null, on_duty_since: null, on_duty_until: null }
  await house.db.updateTable('guards').set(removed).where('id', '=', one.guard).execute()
  const first = { from: at('2027-05-10', '17:02'), to: at('2027-05-10', '17:10') }
  expect(await readShift(house.db, shift, at('2027-05-10', '20:00'))).toMatchObject({
    walk: 'open',
    spans: [first, { from: at('2027-05-10', '19:00'), to: null }],
    walkedSince: at('2027-05-10', '19:00'),
  })
  await closeForgottenWalks(house.db, at('2027-05-10', '22:00'))
  expect(await readShift(house.db, shift, at('2027-05-10', '22:00'))).toMatchObject({
    spans: [first, { from: at('2027-05-10', '19:00'), to: at('2027-05-10', '21:00') }],
  })
})

test('a guard is shown the shift that is on in each of the company’s areas', async () => {
  const one = await open()
  const areas = Array.from({ length: 5 }, () => newPostcode())
  const places = areas.map((code) => ({ code, name: 'Provby', state: 'open' as const }))
  await house.db.insertInto('postcodes').values(places).execute()
  for (const day of ['2027-05-10', '2027-05-11']) for (const code of areas) await shiftOn(code, day, one.company)
  const guard = { id: one.guard, companyId: one.company, areas } as unknown as Guard
  const clock = { now: () => at('2027-05-10', '17:30'), forward() {} }
  const shown = await readGuardShifts({ db: house.db, clock }, guard)
  expect(shown.filter(({ day }) => day === '2027-05-10').map(({ postcode }) => postcode)).toEqual(
    expect.arrayContaining(areas),
  )
})

test('a guard who checks in early and out again before the shift begins leaves it as it is to come', async () => {
  const one = await open()
  const shift = await shiftOn(one.postcode, '2027-05-10', one.company)
  await walk(shift, one.guard, at('2027-05-10', '16:35'), at('2027-05-10', '16:40'))
  const toCome = async (clock: string) =>
    (await readShiftsToCome(house.db, [one.postcode], at('2027-05-10', clock), 9)).map(({ id }) => id)
  expect(await toCome('16:59')).toEqual([shift])
  expect(await toCome('17:00')).toEqual([])
})

test('past shifts are over and read latest first, with keyset pagination after the last shift of the page before', async () => {
  const [one, far] = [await open(), await open()]
  const ids: Record<string, string> = {}
  for (const day of ['2027-05-11', '2027-05-13', '2027-05-12', '2027-05-10']) {
    ids[day] = await shiftOn(one.postcode, day, one.company)
  }
  await shiftOn(far.postcode, '2027-05-10', far.company)
  const over = at('2027-05-12', '21:00')
  const asked = (now: Date, before: string | null = null, most = 9) => ({ now, before, most })
  for (const read of [
    (query: ReturnType<typeof asked>) => readPastShifts(house.db, one.postcode, query),
    (query: ReturnType<typeof asked>) => readOwnPastShifts(house.db, one.company, query),
  ]) {
    expect(daysOf(await read(asked(later(over, -1))))).toBe('11 10')
    expect(daysOf(await read(asked(over)))).toBe('12 11 10')
    expect(daysOf(await read(asked(over, null, 2)))).toBe('12 11')
    expect(daysOf(await read(asked(over, ids['2027-05-11'])))).toBe('10')
  }
})

test('readShift returns the last guard, when somebody was out and the number of stops', async () => {
  const { company, postcode, guard } = await open()
  const other = await employGuard(house, company, { name: 'Mira Ek' })
  const day = '2027-05-10'
  const shift = await shiftOn(postcode, day, company)
  const row = () => readShift(house.db, shift, at(day, '20:40'))
  expect(await row()).toMatchObject({ walk: 'none', guardName: null, beganAt: null, stops: 0, sponsorStops: 0 })
  await walk(shift, other, at(day, '19:00'), at(day, '20:00'))
  await walk(shift, guard, at(day, '17:00'), at(day, '18:00'))
  const ended = { beganAt: at(day, '17:00'), endedAt: at(day, '20:00'), guardName: 'Mira Ek', companyName: 'Vakt AB' }
  expect(await row()).toMatchObject({ walk: 'ended', hasPartner: true, companyId: company, ...ended })
  await walk(shift, guard, at(day, '20:30'))
  expect(await row()).toMatchObject({ walk: 'open', guardName: 'Ali Rahimi' })
  await stop(shift, guard, at(day, '17:30'))
  await stop(shift, guard, at(day, '17:40'))
  await sponsorStop(postcode, shift)
  expect(await row()).toMatchObject({ stops: 2, sponsorStops: 1 })
  expect(await readShift(house.db, await shiftOn(postcode, '2027-05-11'), at(day, '20:40'))).toMatchObject({
    ...{ walk: 'none', stops: 0, sponsorStops: 0, hasPartner: false, companyName: null },
  })
  expect(await readShift(house.db, randomUUID(), at(day, '20:40'))).toBeNull()
})

test('readLastWalk, countWalked and readShiftDays count shifts of the postcode that somebody has walked', async () => {
  const [one, far] = [await open(), await open()]
  const on = async (day: string, walked = true, place = one) => {
    const shift = await shiftOn(place.postcode, day, place.company)
    if (walked) await walk(shift, place.guard, at(day, '17:00'), at(day, '21:00'))
    for (const clock of ['18:00', '19:00']) if (walked) await stop(shift, place.guard, at(day, clock))
  }
  for (const day of ['2027-05-10', '2027-05-08', '2027-05-09']) await on(day)
  await on('2027-05-11', false)
  await on('2027-05-11', true, far)
  await on('2027-05-12')
  const last = async (now: Date) => (await readLastWalk(house.db, one.postcode, now))?.day
  expect(await last(at('2027-05-11', '23:00'))).toBe('2027-05-10')
  expect(await last(later(at('2027-05-12', '17:00'), -1))).toBe('2027-05-10')
  expect(await last(at('2027-05-12', '17:00'))).toBe('2027-05-12')
  expect(await readLastWalk(house.db, one.postcode, at('2027-05-07', '23:00'))).toBeNull()
  const counted = (from: string, to: string) => countWalked(house.db, one.postcode, `2027-05-${from}`, `2027-05-${to}`)
  expect(await counted('09', '11')).toEqual({ walks: 2, stops: 4 })
  expect(await counted('08', '12')).toEqual({ walks: 4, stops: 8 })
  expect(await counted('11', '11')).toEqual({ walks: 0, stops: 0 })
  const days = await readShiftDays(house.db, one.postcode, '2027-05-10', at('2027-05-12', '21:00'))
  expect(days.toSorted((a, b) => (a.day < b.day ? -1 : 1))).toEqual([
    { day: '2027-05-10', isWalked: true },
    { day: '2027-05-11', isWalked: false },
    { day: '2027-05-12', isWalked: true },
  ])
  expect(await readShiftDays(house.db, one.postcode, '2027-05-12', later(at('2027-05-12', '21:00'), -1))).toEqual([])
})

test('readStops returns the stops of the given shifts in order of time, with guard and sponsor', async () => {
  const { company, postcode, guard } = await open()
  const [first, second, third] = [
    await shiftOn(postcode, '2027-05-10', company),
    await shiftOn(postcode, '2027-05-11', company),
    await shiftOn(postcode, '2027-05-12', company),
  ]
  await stop(second, guard, at('2027-05-11', '18:00'), 'sist')
  await stop(first, guard, at('2027-05-10', '19:00'), 'tvåa')
  const paid = await stop(first, guard, at('2027-05-10', '18:00'), 'etta')
  await stop(third, guard, at('2027-05-12', '18:00'), 'annat pass')
  const planned = await sponsorStop(postcode, first)
  await house.db.updateTable('sponsor_stops').set({ stop_id: paid }).where('id', '=', planned).execute()
  const stops = await readStops(house.db, [second, first])
  expect(stops.map(({ note, sponsor, guardName }) => [note, sponsor, guardName])).toEqual([
    ['etta', 'Salongen', 'Ali Rahimi'],
    ['tvåa', null, 'Ali Rahimi'],
    ['sist', null, 'Ali Rahimi'],
  ])
  expect(await readStops(house.db, [])).toEqual([])
})

test('a shift can be taken until it ends, handed back until it begins, and reassigned until it is walked', async () => {
  const { company, postcode, guard } = await open()
  const stranger = await openPartner(house)
  const day = '2027-05-10'
  const shift = await shiftOn(postcode, day)
  const [begins, ends] = [at(day, '17:00'), at(day, '21:00')]
  expect(await takeFreeShift(house.db, stranger.id, shift, begins)).toBeUndefined()
  expect(await takeFreeShift(house.db, company, shift, ends)).toBeUndefined()
  expect(await takeFreeShift(house.db, company, shift, later(ends, -1))).toBe(postcode)
  expect(await letGoOfShift(house.db, company, shift, begins)).toBeUndefined()
  expect(await letGoOfShift(house.db, stranger.id, shift, later(begins, -1))).toBeUndefined()
  expect(await letGoOfShift(house.db, company, shift, later(begins, -1))).toBe(postcode)

  const next = await shiftOn(postcode, '2027-05-11')
  expect(await takeAllFreeShifts(house.db, company, ends)).toBe(1)
  expect(await readShift(house.db, next, ends)).toMatchObject({ companyId: company })
  expect(await readShift(house.db, shift, ends)).toMatchObject({ companyId: null })
  // Having another shift does not count as having this one.
  expect(await takeFreeShift(house.db, company, shift, ends)).toBeUndefined()

  expect(await setShiftPartner(house.db, shift, company, ends)).toBe(false)
  expect(await setShiftPartner(house.db, shift, company, later(ends, -1))).toBe(true)
  await walk(shift, guard, begins, ends)
  expect(await setShiftPartner(house.db, shift, null, later(ends, -1))).toBe(false)
  expect(await letGoOfShift(house.db, company, shift, later(begins, -1))).toBeUndefined()
  expect(await readShift(house.db, next, ends)).toMatchObject({ companyId: company })
})

test('readWalkers returns the guards who are out in the postcode now, the first to go out first', async () => {
  const [one, far] = [await open(), await open()]
  const day = '2027-05-10'
  const now = at(day, '20:00')
  const [shift, there] = [await shiftOn(one.postcode, day, one.company), await shiftOn(far.postcode, day, far.company)]
  const [second, home] = [
    await employGuard(house, one.company, { name: 'Mira Ek' }),
    await employGuard(house, one.company, { name: 'Hemma' }),
  ]
  await walk(shift, second, at(day, '18:00'))
  await walk(shift, one.guard, at(day, '17:00'))
  await walk(shift, home, at(day, '17:00'), at(day, '19:00'))
  await walk(there, far.guard, at(day, '17:00'))
  expect(await readWalkers(house.db, one.postcode, now)).toEqual([
    { guardId: one.guard, name: 'Ali Rahimi', companyName: 'Vakt AB', beganAt: at(day, '17:00') },
    { guardId: second, name: 'Mira Ek', companyName: 'Vakt AB', beganAt: at(day, '18:00') },
  ])
  expect(await readWalkers(house.db, one.postcode, later(at(day, '21:00'), -1))).toHaveLength(2)
  expect(await readWalkers(house.db, one.postcode, at(day, '21:00'))).toEqual([])
})

test('readWalkers still returns a guard whose shift runs past midnight', async () => {
  const { company, postcode, guard } = await open()
  const shift = await shiftOn(postcode, '2027-05-10', company)
  const ends = { ends_at: at('2027-05-11', '02:00') }
  await house.db.updateTable('patrol_shifts').set(ends).where('id', '=', shift).execute()
  await walk(shift, guard, at('2027-05-10', '18:00'))
  expect(await readWalkers(house.db, postcode, at('2027-05-11', '01:00'))).toHaveLength(1)
})

test('endWalk ends only that guard’s open walk on that shift, and never before it began', async () => {
  const { company, postcode, guard } = await open()
  const other = await employGuard(house, company)
  const day = '2027-05-10'
  const [shift, next] = [await shiftOn(postcode, day, company), await shiftOn(postcode, '2027-05-11', company)]
  const earlier = [at(day, '17:00'), at(day, '17:30')] as const
  await walk(shift, guard, ...earlier)
  await walk(shift, other, at(day, '18:00'))
  await walk(next, guard, at(day, '18:00'))
  await beginWalk(house.db, shift, guard, at(day, '19:00'))
  await beginWalk(house.db, shift, guard, at(day, '19:30'))
  await endWalk(house.db, shift, guard, at(day, '20:00'))
  expect(await readWalks(house.db, shift, guard)).toEqual([
    { beganAt: at(day, '19:00'), endedAt: at(day, '20:00') },
    { beganAt: earlier[0], endedAt: earlier[1] },
  ])
  expect(await readWalks(house.db, shift, other)).toEqual([{ beganAt: at(day, '18:00'), endedAt: null }])
  expect(await readWalks(house.db, next, guard)).toEqual([{ beganAt: at(day, '18:00'), endedAt: null }])
  // After the clock was set back, a walk does not end before it began.
  await endWalk(house.db, next, guard, at(day, '17:00'))
  expect(await readWalks(house.db, next, guard)).toEqual([{ beganAt: at(day, '18:00'), endedAt: at(day, '18:00') }])
})

test('readSponsorStopsOf returns the stops of active and ended months on that shift, by name', async () => {
  const { company, postcode, guard } = await open()
  const shift = await shiftOn(postcode, '2027-05-10', company)
  const other = await shiftOn(postcode, '2027-05-11', company)
  const done = await sponsorStop(postcode, shift, { status: 'ended' }, 'Ånga Tvätt')
  await sponsorStop(postcode, shift, {}, 'Bageriet')
  await sponsorStop(postcode, shift, { status: 'released' }, 'Släppt')
  await sponsorStop(postcode, shift, { status: 'reserved' }, 'Bokad')
  await sponsorStop(postcode, other, {}, 'Annan kväll')
  const stop_id = await stop(shift, guard, at('2027-05-10', '18:00'), 'Allt väl')
  await house.db.updateTable('sponsor_stops').set({ stop_id }).where('id', '=', done).execute()
  expect(await readSponsorStopsOf(house.db, shift)).toMatchObject([
    { name: 'Bageriet', address: 'Gatan 1', stoppedAt: null, note: null },
    { id: done, name: 'Ånga Tvätt', stoppedAt: at('2027-05-10', '18:00'), note: 'Allt väl' },
  ])
})

test('readPostcodesWalked lists each open postcode with its next shift and the number of missed and free ones', async () => {
  await house.db.updateTable('postcodes').set({ state: 'closed' }).execute()
  const one = await open()
  const [two, three] = [await open(), await open()]
  const now = at('2027-05-10', '12:00')
  // Exactly thirty days back, one day earlier, one walked, one missed, and one in progress.
  await shiftOn(one.postcode, '2027-04-09')
  await shiftOn(one.postcode, '2027-04-10')
  await shiftOn(one.postcode, '2027-05-08')
  const walked = await shiftOn(one.postcode, '2027-05-09', one.company)
  await walk(walked, one.guard, at('2027-05-09', '17:00'), at('2027-05-09', '18:00'))
  const tonight = await shiftOn(one.postcode, '2027-05-10')
  await shiftOn(one.postcode, '2027-05-11', one.company)
  await shiftOn(one.postcode, '2027-05-12')
  await shiftOn(one.postcode, '2027-05-17')
  const list = (after: string | null, most = 9, when = now) => readPostcodesWalked(house.db, when, after, most)
  const [first, ...more] = await list(null)
  expect(first).toEqual({
    ...{ code: one.postcode, name: 'Provby', missed: 2, free: 2 },
    shift: {
      ...{ day: '2027-05-10', startsAt: at('2027-05-10', '17:00'), endsAt: at('2027-05-10', '21:00') },
      ...{ companyName: null, hasPartner: false, isCalled: false, walk: 'none' },
    },
  })
  expect(more).toEqual(
    [two, three].map(({ postcode }) => ({ code: postcode, name: 'Provby', missed: 0, free: 0, shift: null })),
  )
  expect((await list(one.postcode, 1)).map(({ code }) => code)).toEqual([two.postcode])
  // At the end of tonight's shift it counts as missed and no longer free; a shift seven days from now is not within
  // seven days.
  const late = await list(null, 1, at('2027-05-10', '21:00'))
  expect(late).toMatchObject([{ missed: 3, free: 2, shift: { day: '2027-05-11', companyName: 'Vakt AB' } }])
  expect(await list(null, 1, at('2027-05-10', '17:00'))).toMatchObject([{ free: 2 }])
  await house.db.updateTable('patrol_shifts').set({ company_id: one.company }).where('id', '=', tonight).execute()
  await walk(tonight, one.guard, at('2027-05-10', '17:00'))
  expect(await list(null, 1)).toMatchObject([{ free: 1, shift: { hasPartner: true, walk: 'open' } }])
  await endWalk(house.db, tonight, one.guard, at('2027-05-10', '18:00'))
  expect(await list(null, 1)).toMatchObject([{ shift: { walk: 'ended' } }])
})
