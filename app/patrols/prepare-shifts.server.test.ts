import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstDay, type Month } from '~/shared/month'
import { employGuard, newPostcode, openPartner } from '../../test/support/guards'
import { useHouse } from '../../test/support/house'
import { listCompany } from '../../test/support/listings'
import { prepareShifts } from './prepare-shifts.server'

const house = useHouse()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-01T09:00:00Z') })
})
afterEach(async () => {
  vi.useRealTimers()
  await house.db.updateTable('postcodes').set({ state: 'planned' }).execute()
})

async function openPostcode(code = newPostcode()) {
  await house.db.insertInto('postcodes').values({ code, name: 'Provby', state: 'open' }).execute()
  return code
}

const shiftsOf = (postcode: string) =>
  house.db.selectFrom('patrol_shifts').selectAll().where('postcode', '=', postcode).orderBy('day').execute()

async function buyMonth(
  postcode: string,
  month: Month,
  status: 'active' | 'reserved' | 'released' | 'ended' = 'active',
) {
  const company_id = await listCompany(house.db, { name: 'Salongen', postcode })
  const { id } = await house.db
    .insertInto('sponsor_slots')
    .values({ company_id, postcode, month: firstDay(month), status, price_cents: 99_500 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const stopsOf = (slotId: string) =>
  house.db
    .selectFrom('sponsor_stops')
    .innerJoin('patrol_shifts', 'patrol_shifts.id', 'shift_id')
    .select(['week', 'turn', 'patrol_shifts.day'])
    .where('slot_id', '=', slotId)
    .orderBy('day')
    .execute()

test('shifts are inserted to the end of next month in an open postcode, with local hours across the DST change', async () => {
  const code = await openPostcode()
  await prepareShifts(house)
  const shifts = await shiftsOf(code)
  expect(shifts).toHaveLength(61)
  const hours = (day: string) => {
    const shift = shifts.find((one) => one.day === day)
    return [shift?.starts_at.toISOString(), shift?.ends_at.toISOString()]
  }
  expect(hours('2027-03-27')).toEqual(['2027-03-27T13:00:00.000Z', '2027-03-27T21:00:00.000Z'])
  expect(hours('2027-03-28')).toEqual(['2027-03-28T12:00:00.000Z', '2027-03-28T20:00:00.000Z'])
  expect(hours('2027-03-29')).toEqual(['2027-03-29T16:00:00.000Z', '2027-03-29T20:00:00.000Z'])
})

test('preparing shifts again is idempotent, also a day later, and a month later adds a month', async () => {
  const code = await openPostcode()
  await prepareShifts(house)
  const before = await shiftsOf(code)
  expect(await prepareShifts(house)).toBe(0)
  expect(await shiftsOf(code)).toEqual(before)
  house.clock.forward({ days: 1 })
  expect(await prepareShifts(house)).toBe(0)
  house.clock.forward({ days: 31 })
  await prepareShifts(house)
  expect(await shiftsOf(code)).toHaveLength(61 + 31)
})

test('ten concurrent runs insert each shift and each sponsor stop once', async () => {
  const code = await openPostcode()
  const slot = await buyMonth(code, '2027-03')
  const added = await Promise.all(Array.from({ length: 10 }, () => prepareShifts(house)))
  expect(added.reduce((sum, one) => sum + one, 0)).toBe(61)
  expect(await shiftsOf(code)).toHaveLength(61)
  expect((await stopsOf(slot)).length).toBe(9)
})

test('new shifts are assigned to a single partner, and are free where there are two', async () => {
  const one = await openPostcode()
  const two = await openPostcode()
  const { id } = await openPartner(house, { name: 'Ensam Vakt', postcode: one })
  await openPartner(house, { name: 'Vakt A', postcode: two })
  await openPartner(house, { name: 'Vakt B', postcode: two })
  await prepareShifts(house)
  expect(new Set((await shiftsOf(one)).map(({ company_id }) => company_id))).toEqual(new Set([id]))
  expect(new Set((await shiftsOf(two)).map(({ company_id }) => company_id))).toEqual(new Set([null]))
})

test('a shift that was handed back is not assigned again', async () => {
  const code = await openPostcode()
  await openPartner(house, { name: 'Ensam Vakt', postcode: code })
  await prepareShifts(house)
  await house.db.updateTable('patrol_shifts').set({ company_id: null }).where('day', '=', '2027-03-05').execute()
  await prepareShifts(house)
  expect((await shiftsOf(code)).filter(({ company_id }) => company_id === null).map(({ day }) => day)).toEqual([
    '2027-03-05',
  ])
})

test('a partner without a permit loses its future shifts, and a closed postcode has none to come', async () => {
  const code = await openPostcode()
  const { id } = await openPartner(house, { name: 'Ensam Vakt', postcode: code })
  await prepareShifts(house)
  house.clock.forward({ days: 2 })
  await house.db.deleteFrom('security_partner_records').where('company_id', '=', id).execute()
  await prepareShifts(house)
  const ofIts = (await shiftsOf(code)).filter(({ company_id }) => company_id === id)
  expect(ofIts.map(({ day }) => day)).toEqual(['2027-03-01', '2027-03-02'])
  await house.db.updateTable('postcodes').set({ state: 'closed' }).where('code', '=', code).execute()
  await prepareShifts(house)
  expect((await shiftsOf(code)).map(({ day }) => day)).toEqual(['2027-03-01', '2027-03-02'])
})

test('a sponsor’s stops are planned for its paid month only, twice a week and spread out', async () => {
  const code = await openPostcode()
  const [paid, reserved] = [await buyMonth(code, '2027-03'), await buyMonth(code, '2027-04', 'reserved')]
  await prepareShifts(house)
  const stops = await stopsOf(paid)
  expect(stops.map(({ day }) => day)).toEqual([
    '2027-03-02',
    '2027-03-05',
    '2027-03-08',
    '2027-03-11',
    '2027-03-16',
    '2027-03-19',
    '2027-03-22',
    '2027-03-25',
    '2027-03-30',
  ])
  expect(await stopsOf(reserved)).toEqual([])
  // Planning again later in the week adds no third stop.
  for (let day = 0; day < 7; day++) {
    house.clock.forward({ days: 1 })
    await prepareShifts(house)
  }
  expect(await stopsOf(paid)).toEqual(stops)
})

test('a month that is paid for on its last day gets one stop', async () => {
  vi.setSystemTime(new Date('2027-03-31T09:00:00Z'))
  const slot = await buyMonth(await openPostcode(), '2027-03')
  await prepareShifts(house)
  expect(await stopsOf(slot)).toMatchObject([{ day: '2027-03-31', turn: 1 }])
})

test('no stops are planned for a deleted company, although it has paid', async () => {
  const slot = await buyMonth(await openPostcode(), '2027-03')
  await house.db
    .updateTable('companies')
    .set({ deleted_at: house.clock.now() })
    .where('id', 'in', house.db.selectFrom('sponsor_slots').select('company_id').where('id', '=', slot))
    .execute()
  await prepareShifts(house)
  expect(await stopsOf(slot)).toEqual([])
})

test('a released month loses its future stops and keeps the past ones', async () => {
  const code = await openPostcode()
  const slot = await buyMonth(code, '2027-03')
  await prepareShifts(house)
  house.clock.forward({ days: 9 })
  await house.db.updateTable('sponsor_slots').set({ status: 'released' }).where('id', '=', slot).execute()
  await prepareShifts(house)
  expect((await stopsOf(slot)).map(({ day }) => day)).toEqual(['2027-03-02', '2027-03-05', '2027-03-08'])
})

test('a forgotten check-out is set to the end of the shift, once the shift is over', async () => {
  const code = await openPostcode()
  const { id } = await openPartner(house, { name: 'Ensam Vakt', postcode: code })
  const guard_id = await employGuard(house, id)
  await prepareShifts(house)
  const [shift] = await shiftsOf(code)
  if (!shift) throw new Error('no shift')
  await house.db
    .insertInto('patrol_walks')
    .values({ shift_id: shift.id, guard_id, began_at: shift.starts_at })
    .execute()
  house.clock.forward({ hours: 10 })
  await prepareShifts(house)
  expect(
    await house.db.selectFrom('patrol_walks').selectAll().where('shift_id', '=', shift.id).execute(),
  ).toMatchObject([{ was_forgotten: false, ended_at: null }])
  house.clock.forward({ hours: 3 })
  await prepareShifts(house)
  expect(
    await house.db.selectFrom('patrol_walks').selectAll().where('shift_id', '=', shift.id).execute(),
  ).toMatchObject([{ was_forgotten: true, ended_at: shift.ends_at }])
})

test('an error in any query is rethrown, and no query after it is run', async () => {
  await buyMonth(await openPostcode(), '2027-03')
  const asked = async (fails: number) => {
    let count = 0
    const db = house.db.withPlugin({
      transformQuery({ node }) {
        if (++count === fails) throw new Error('for a test')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const ended = await prepareShifts({ db, clock: house.clock }).then(
      () => 'done',
      (error: Error) => error.message,
    )
    return { count, ended }
  }
  const { count: all, ended } = await asked(0)
  expect(ended).toBe('done')
  expect(all).toBeGreaterThanOrEqual(7)
  for (let part = 1; part <= all; part++) expect(await asked(part)).toEqual({ count: part, ended: 'for a test' })
})
