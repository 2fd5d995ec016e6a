import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstDay } from '~/shared/month'
import { employGuard, letBeCalled, newPostcode, openPartner } from '../../test/support/guards'
import { useHouse } from '../../test/support/house'
import { listCompany } from '../../test/support/listings'
import { joinAsAdmin, joinAsCompany, joinAsMember } from '../../test/support/people'
import { companyOf } from '../../test/support/sponsorship'
import { readMoneyToPayOut } from './patrol-money.server'
import { prepareShifts } from './prepare-shifts.server'
import { readMemberPatrols } from './read-patrols.server'
import { readPartnerShifts, readPostcodeShifts, readSituation } from './read-shifts.server'
import { readSponsorMonths } from './read-sponsor-stops.server'
import { readGuardShifts } from './walk/read-walk.server'

/** What the planning inserts and deletes, beside rows that must stay; and page limits. */

const house = useHouse()
// A Monday morning; the shift is 17–21 UTC.
const monday = new Date('2027-01-11T09:00:00Z')
const begins = new Date('2027-01-11T17:00:00Z')
const ends = new Date('2027-01-11T21:00:00Z')
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
})
afterEach(async () => {
  vi.useRealTimers()
  await house.db.updateTable('postcodes').set({ state: 'planned' }).execute()
})

async function open(code = newPostcode()) {
  await house.db.insertInto('postcodes').values({ code, name: 'Provby', state: 'open' }).execute()
  return code
}
const shiftsOf = (postcode: string) =>
  house.db.selectFrom('patrol_shifts').selectAll().where('postcode', '=', postcode).orderBy('day').execute()
async function goOut(shift_id: string, guard_id: string, ended_at: Date | null = null) {
  await house.db.insertInto('patrol_walks').values({ shift_id, guard_id, began_at: begins, ended_at }).execute()
}
const walksOf = (shift: string) =>
  house.db.selectFrom('patrol_walks').selectAll().where('shift_id', '=', shift).orderBy('id').execute()
async function buyMonth(company_id: string, postcode: string) {
  const { id } = await house.db
    .insertInto('sponsor_slots')
    .values({
      ...{ company_id, postcode, month: firstDay('2027-01'), status: 'active', price_cents: 1 },
      activated_at: house.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('today’s shift is inserted until it ends, and a sponsor’s stop on it until it begins', async () => {
  vi.setSystemTime(begins.getTime() - 1)
  const [early, late, over] = [newPostcode(), newPostcode(), newPostcode()]
  const plan = async (code: string) => {
    await open(code)
    const slot = await buyMonth(await listCompany(house.db, { name: 'Salongen', postcode: code }), code)
    await prepareShifts(house)
    const [first] = await shiftsOf(code)
    const stops = await house.db
      .selectFrom('sponsor_stops')
      .innerJoin('patrol_shifts', 'patrol_shifts.id', 'shift_id')
      .select('day')
      .where('slot_id', '=', slot)
      .orderBy('day')
      .execute()
    return [first?.day, stops[0]?.day]
  }
  expect(await plan(early)).toEqual(['2027-01-11', '2027-01-11'])
  vi.setSystemTime(begins)
  expect(await plan(late)).toEqual(['2027-01-11', '2027-01-12'])
  vi.setSystemTime(ends)
  expect((await plan(over))[0]).toBe('2027-01-12')
})

test('in a postcode that has closed, shifts that have begun or were walked are kept', async () => {
  const code = await open()
  const { id } = await openPartner(house, { name: 'Vakt AB', postcode: code })
  const guard = await employGuard(house, id)
  const other = await open()
  await prepareShifts(house)
  const [tonight, tomorrow] = await shiftsOf(code)
  await goOut(tomorrow?.id ?? '', guard, begins)
  await house.db.updateTable('postcodes').set({ state: 'closed' }).where('code', '=', code).execute()
  vi.setSystemTime(begins)
  const kept = await shiftsOf(other)
  await prepareShifts(house)
  expect((await shiftsOf(code)).map(({ day }) => day)).toEqual([tonight?.day, tomorrow?.day])
  expect(await shiftsOf(other)).toEqual(kept)
})

test('a partner that may no longer be called keeps its begun shift, and other partners keep theirs', async () => {
  const [code, other] = [await open(), await open()]
  const { id } = await openPartner(house, { name: 'Vakt AB', postcode: code })
  const colleague = await openPartner(house, { name: 'Nattvakt AB', postcode: other })
  await prepareShifts(house)
  await house.db.deleteFrom('security_partner_records').where('company_id', '=', id).execute()
  vi.setSystemTime(begins)
  await prepareShifts(house)
  const [tonight, ...rest] = await shiftsOf(code)
  expect(tonight?.company_id).toBe(id)
  expect(new Set(rest.map(({ company_id }) => company_id))).toEqual(new Set([null]))
  expect(new Set((await shiftsOf(other)).map(({ company_id }) => company_id))).toEqual(new Set([colleague.id]))
})

test('a partner that may no longer be called keeps a shift that a guard checked in to before it began', async () => {
  const code = await open()
  const { id } = await openPartner(house, { name: 'Vakt AB', postcode: code })
  await prepareShifts(house)
  const [tonight] = await shiftsOf(code)
  vi.setSystemTime(new Date(begins.getTime() - 20 * 60_000))
  await goOut(tonight?.id ?? '', await employGuard(house, id))
  await house.db.deleteFrom('security_partner_records').where('company_id', '=', id).execute()
  await prepareShifts(house)
  const [walked, ...rest] = await shiftsOf(code)
  expect(walked?.company_id).toBe(id)
  expect(new Set(rest.map(({ company_id }) => company_id))).toEqual(new Set([null]))
})

test('a forgotten check-out is set to the end of the shift, and other walks stay as they are', async () => {
  const code = await open()
  const { id } = await openPartner(house, { name: 'Vakt AB', postcode: code })
  const [forgot, home] = [await employGuard(house, id), await employGuard(house, id)]
  await prepareShifts(house)
  const [tonight, tomorrow] = await shiftsOf(code)
  if (!tonight || !tomorrow) throw new Error('no shifts')
  const left = new Date('2027-01-11T19:00:00Z')
  await goOut(tonight.id, home, left)
  await goOut(tonight.id, forgot)
  await goOut(tomorrow.id, forgot)
  vi.setSystemTime(ends)
  await prepareShifts(house)
  expect(await walksOf(tonight.id)).toMatchObject([{ ended_at: left }, { ended_at: null }])
  vi.setSystemTime(ends.getTime() + 1)
  await prepareShifts(house)
  expect(await walksOf(tonight.id)).toMatchObject([
    { ended_at: left, was_forgotten: false },
    { ended_at: ends, was_forgotten: true },
  ])
  expect(await walksOf(tomorrow.id)).toMatchObject([{ ended_at: null, was_forgotten: false }])
})

test('a released month keeps its stops that are done or on a begun shift, and another month keeps all', async () => {
  const code = await open()
  const { id } = await openPartner(house, { name: 'Vakt AB', postcode: code })
  const guard = await employGuard(house, id)
  const seller = async () => buyMonth(await listCompany(house.db, { name: 'Salongen', postcode: code }), await open())
  await prepareShifts(house)
  const [tonight, tomorrow, third, fourth] = await shiftsOf(code)
  if (!tonight || !tomorrow || !third || !fourth) throw new Error('no shifts')
  const [gone, kept] = [await seller(), await seller()]
  const plan = async (slot_id: string, shift_id: string, week: string, turn: number) => {
    await house.db.insertInto('sponsor_stops').values({ slot_id, week, turn, shift_id }).execute()
  }
  await plan(gone, tonight.id, '2027-01-11', 1)
  await plan(gone, tomorrow.id, '2027-01-11', 2)
  await plan(gone, third.id, '2027-01-18', 1)
  await plan(kept, fourth.id, '2027-01-11', 1)
  const { id: stop_id } = await house.db
    .insertInto('patrol_stops')
    .values({ key: crypto.randomUUID(), shift_id: tomorrow.id, guard_id: guard, stopped_at: monday })
    .returning('id')
    .executeTakeFirstOrThrow()
  await house.db.updateTable('sponsor_stops').set({ stop_id }).where('shift_id', '=', tomorrow.id).execute()
  await house.db.updateTable('sponsor_slots').set({ status: 'released' }).where('id', '=', gone).execute()
  vi.setSystemTime(begins)
  await prepareShifts(house)
  const left = async (slot: string) =>
    (
      await house.db
        .selectFrom('sponsor_stops')
        .select('shift_id')
        .where('slot_id', '=', slot)
        .orderBy('week')
        .execute()
    ).map(({ shift_id }) => shift_id)
  expect(new Set(await left(gone))).toEqual(new Set([tonight.id, tomorrow.id]))
  expect(await left(kept)).toContain(fourth.id)
})

test('page limits: 14 shifts ahead and 14 past, ten past of a member’s, three of a guard’s per area, fifty postcodes', async () => {
  const code = await open()
  const owner = await joinAsCompany(house, { postcode: code, companyName: 'Vakt AB' })
  const { id } = await companyOf(house, owner)
  await letBeCalled(house, id)
  const [admin, member] = [await joinAsAdmin(house), await joinAsMember(house, { postcode: code })]
  await prepareShifts(house)
  const guard = { companyId: id, areas: [code] } as Parameters<typeof readGuardShifts>[1]
  expect((await readGuardShifts(house, guard)).map(({ day }) => day)).toEqual([
    '2027-01-11',
    '2027-01-12',
    '2027-01-13',
  ])
  house.clock.forward({ days: 20 })
  const own = await readPartnerShifts(house, owner.signedIn, null)
  const seen = await readPostcodeShifts(house, admin.signedIn, code, null)
  for (const page of [own, seen]) {
    if (!('toCome' in page)) throw new Error('not there')
    expect([page.toCome.length, page.past.length, page.past[0]?.day]).toEqual([14, 14, '2027-01-30'])
    expect([page.next, page.isLater]).toEqual([page.past.at(-1)?.id, false])
  }
  expect(seen).toMatchObject({ partners: [{ id, name: 'Vakt AB' }] })
  const patrols = await readMemberPatrols(house, member.signedIn, null)
  expect([patrols.toCome.length, patrols.past.length, patrols.isLater]).toEqual([4, 10, false])
  expect(patrols.next).toBe(patrols.past.at(-1)?.id)
  const rest = await readMemberPatrols(house, member.signedIn, patrols.next ?? '')
  expect([rest.past.length, rest.next, rest.isLater]).toEqual([10, undefined, true])
  expect((await readPartnerShifts(house, owner.signedIn, own.next ?? '')).past).toHaveLength(6)

  for (let more = 0; more < 49; more++) await open()
  const situation = await readSituation(house, admin.signedIn, null)
  expect([situation.postcodes.length, situation.next, situation.isLater]).toEqual([50, null, false])
  const last = await open('49999')
  const first = await readSituation(house, admin.signedIn, null)
  expect([first.postcodes.length, first.next]).toEqual([50, first.postcodes.at(-1)?.code])
  const second = await readSituation(house, admin.signedIn, first.next)
  expect(second).toMatchObject({ postcodes: [{ code: last, shift: null }], next: null, isLater: true })
})

test('a sponsor’s stops are ordered by day, name who came, and are not missed before the shift ends', async () => {
  const code = await open()
  const { id } = await openPartner(house, { name: 'Vakt AB', postcode: code })
  const guard = await employGuard(house, id, { name: 'Ali Rahimi' })
  const sponsor = await joinAsCompany(house, { postcode: code })
  const slot_id = await buyMonth((await companyOf(house, sponsor)).id, code)
  await prepareShifts(house)
  await house.db.deleteFrom('sponsor_stops').execute()
  const shifts = await shiftsOf(code)
  for (const [nth, week] of [
    [7, '2027-01-18'],
    [0, '2027-01-11'],
    [1, '2027-01-04'],
  ] as const) {
    const shift_id = shifts[nth]?.id ?? ''
    await house.db.insertInto('sponsor_stops').values({ slot_id, week, turn: 1, shift_id }).execute()
  }
  const stopped = { key: crypto.randomUUID(), shift_id: shifts[0]?.id ?? '', guard_id: guard, stopped_at: begins }
  const { id: stop_id } = await house.db
    .insertInto('patrol_stops')
    .values({ ...stopped, note: 'Allt väl' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await house.db.updateTable('sponsor_stops').set({ stop_id }).where('shift_id', '=', stopped.shift_id).execute()
  const states = async (now: Date) => {
    vi.setSystemTime(now)
    const [month] = await readSponsorMonths(house, sponsor.signedIn)
    return month?.stops.map(({ day, state, by, note, stoppedAt }) => [day, state, by, note, stoppedAt])
  }
  const tomorrow = new Date(ends.getTime() + 86_400_000)
  const done = ['2027-01-11', 'done', 'Ali från Vakt AB', 'Allt väl', begins]
  const planned = ['planned', null, '', null]
  expect(await states(new Date(tomorrow.getTime() - 1))).toEqual([
    done,
    ['2027-01-12', ...planned],
    ['2027-01-18', ...planned],
  ])
  expect((await states(tomorrow))?.map(([, state]) => state)).toEqual(['done', 'missed', 'planned'])
})

test('an administrator can read what there is to pay out, and a member cannot', async () => {
  const code = await open()
  const admin = await joinAsAdmin(house)
  const nothing = { ever: '0\u00a0kr', paidOut: '0\u00a0kr', left: '0\u00a0kr', isLeft: false, payouts: [] }
  expect(await readMoneyToPayOut(house, admin.signedIn, code)).toMatchObject(nothing)
  const member = await joinAsMember(house, { postcode: code })
  await expect(readMoneyToPayOut(house, member.signedIn, code)).rejects.toThrow('not allowed')
})
