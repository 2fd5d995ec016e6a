import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readAudit } from '~/audit/public.server'
import { firstDay } from '~/shared/month'
import { employGuard, letBeCalled, newPostcode, openPartner } from '../../test/support/guards'
import { useHouse } from '../../test/support/house'
import { refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember } from '../../test/support/people'
import { companyOf } from '../../test/support/sponsorship'
import { assignShift, handBackShift, takeAllShifts, takeShift } from './give-shifts.server'
import { prepareShifts } from './prepare-shifts.server'
import { readPartnerShifts, readPostcodeShifts, readSituation } from './read-shifts.server'
import { readSponsorMonths } from './read-sponsor-stops.server'

const house = useHouse()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-11T09:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

async function openPostcode() {
  const postcode = newPostcode()
  await house.db.insertInto('postcodes').values({ code: postcode, name: 'Provby', state: 'open' }).execute()
  return postcode
}

async function joinAsPartner(postcode: string, companyName = 'Vakt AB') {
  const owner = await joinAsCompany(house, { postcode, companyName })
  const { id } = await companyOf(house, owner)
  await letBeCalled(house, id)
  return { id, signedIn: owner.signedIn }
}

const shiftsOf = (postcode: string) =>
  house.db.selectFrom('patrol_shifts').selectAll().where('postcode', '=', postcode).orderBy('day').execute()
async function firstShift(postcode: string) {
  const [shift] = await shiftsOf(postcode)
  if (!shift) throw new Error('no shift')
  return shift
}

/** Two partners, so that no shift is assigned automatically. */
async function twoPartners() {
  const postcode = await openPostcode()
  const [one, two] = [await joinAsPartner(postcode, 'Vakt A'), await joinAsPartner(postcode, 'Vakt B')]
  await prepareShifts(house)
  return { postcode, one, two, shift: await firstShift(postcode) }
}

test('one of two partners that take a shift concurrently gets it (race condition), and only it can hand it back', async () => {
  const { postcode, one, two, shift } = await twoPartners()
  const answers = await Promise.all(
    [one, two, one, two].map(async (who) => ({
      who,
      got: (await takeShift(house, who.signedIn, { shift: shift.id })).ok,
    })),
  )
  const owner = (await firstShift(postcode)).company_id
  expect(answers.map(({ who, got }) => got === (who.id === owner))).toEqual([true, true, true, true])
  const [winner, loser] = owner === one.id ? [one, two] : [two, one]
  refusalFrom(await handBackShift(house, loser.signedIn, { shift: shift.id }))
  const toldOf = (who: typeof one) => ({
    to: [`company:${who.id}`, `postcode:${postcode}`, 'admin'],
    about: 'patrols',
  })
  expect(house.told).toContainEqual(toldOf(winner))
  house.told.length = 0
  valueFrom(await handBackShift(house, winner.signedIn, { shift: shift.id }))
  expect(house.told).toEqual([toldOf(winner)])
  valueFrom(await takeShift(house, loser.signedIn, { shift: shift.id }))
})

test('taking all free shifts takes those of the partner’s own postcode only', async () => {
  const { postcode, one, two, shift } = await twoPartners()
  const elsewhere = await twoPartners()
  valueFrom(await takeShift(house, two.signedIn, { shift: shift.id }))
  house.told.length = 0
  valueFrom(await takeAllShifts(house, one.signedIn))
  expect(house.told).toEqual([{ to: [`company:${one.id}`, `postcode:${postcode}`, 'admin'], about: 'patrols' }])
  const [first, ...rest] = await shiftsOf(postcode)
  expect(first?.company_id).toBe(two.id)
  expect(new Set(rest.map(({ company_id }) => company_id))).toEqual(new Set([one.id]))
  expect((await firstShift(elsewhere.postcode)).company_id).toBeNull()
})

test('a shift that has begun, or that a guard has checked in to, cannot be handed back', async () => {
  const { postcode, one, shift } = await twoPartners()
  valueFrom(await takeAllShifts(house, one.signedIn))
  const guard_id = await employGuard(house, one.id)
  const [, second] = await shiftsOf(postcode)
  await house.db
    .insertInto('patrol_walks')
    .values({ shift_id: second?.id ?? '', guard_id, began_at: house.clock.now() })
    .execute()
  refusalFrom(await handBackShift(house, one.signedIn, { shift: second?.id ?? '' }))
  vi.setSystemTime(shift.starts_at)
  refusalFrom(await handBackShift(house, one.signedIn, { shift: shift.id }))
  expect(new Set((await shiftsOf(postcode)).map(({ company_id }) => company_id))).toEqual(new Set([one.id]))
})

test('only a partner of the postcode with a permit may take a shift', async () => {
  const { shift } = await twoPartners()
  const other = await joinAsPartner(await openPostcode())
  refusalFrom(await takeShift(house, other.signedIn, { shift: shift.id }))
  const { postcode, one } = await twoPartners()
  await house.db.deleteFrom('security_partner_records').where('company_id', '=', one.id).execute()
  expect(refusalFrom(await takeShift(house, one.signedIn, { shift: (await firstShift(postcode)).id })).message).toBe(
    'Inget tillstånd är kontrollerat.',
  )
  refusalFrom(await takeAllShifts(house, one.signedIn))
  expect(new Set((await shiftsOf(postcode)).map(({ company_id }) => company_id))).toEqual(new Set([null]))
  const baker = await joinAsCompany(house, { postcode })
  const member = await joinAsMember(house)
  for (const { signedIn } of [baker, member]) {
    await expect(takeAllShifts(house, signedIn)).rejects.toThrow('not allowed')
  }
})

test('an admin assigns a shift to a partner there or in a neighbouring postcode, with an audit entry', async () => {
  const admin = await joinAsAdmin(house)
  const { postcode, one, shift } = await twoPartners()
  const [beside, far] = [await openPostcode(), await openPostcode()]
  await house.db
    .insertInto('postcode_neighbours')
    .values([
      { code: postcode, neighbour: beside },
      { code: beside, neighbour: postcode },
    ])
    .execute()
  const neighbour = await openPartner(house, { name: 'Granne Vakt', postcode: beside })
  const stranger = await openPartner(house, { name: 'Fjärran Vakt', postcode: far })
  const give = (company: string) => assignShift(house, admin.signedIn, { shift: shift.id, company })
  valueFrom(await give(one.id))
  house.told.length = 0
  valueFrom(await give(neighbour.id))
  expect(house.told).toEqual([
    { to: [`company:${one.id}`, `company:${neighbour.id}`, `postcode:${postcode}`, 'admin'], about: 'patrols' },
  ])
  refusalFrom(await give(stranger.id))
  refusalFrom(await give('x'))
  expect((await firstShift(postcode)).company_id).toBe(neighbour.id)
  valueFrom(await give(''))
  expect((await firstShift(postcode)).company_id).toBeNull()
  const audit = await readAudit(house.db, { kind: 'postcode', id: postcode }, 10)
  expect(audit.map(({ deed, after }) => [deed, after])).toEqual([
    ['assign shift', { day: '2027-01-11', company: null }],
    ['assign shift', { day: '2027-01-11', company: 'Granne Vakt' }],
    ['assign shift', { day: '2027-01-11', company: 'Vakt A' }],
  ])
  await expect(assignShift(house, one.signedIn, { shift: shift.id, company: one.id })).rejects.toThrow('not allowed')
})

test('an admin cannot assign a shift that was walked, is over or does not exist, and nothing is audited', async () => {
  const admin = await joinAsAdmin(house)
  const { postcode, one, two, shift } = await twoPartners()
  const [, walked] = await shiftsOf(postcode)
  if (!walked) throw new Error('no second shift')
  const guard_id = await employGuard(house, one.id)
  await house.db
    .insertInto('patrol_walks')
    .values({ shift_id: walked.id, guard_id, began_at: house.clock.now() })
    .execute()
  const give = (id: string) => assignShift(house, admin.signedIn, { shift: id, company: two.id })
  house.told.length = 0
  expect(refusalFrom(await give(walked.id)).message).toContain('redan gåtts')
  for (const id of ['x', '00000000-0000-7000-8000-000000000000'])
    expect(refusalFrom(await give(id)).message).toContain('finns inte längre')
  vi.setSystemTime(shift.ends_at)
  expect(refusalFrom(await give(shift.id)).message).toContain('är slut')
  expect(new Set((await shiftsOf(postcode)).map(({ company_id }) => company_id))).toEqual(new Set([null]))
  expect([house.told, await readAudit(house.db, { kind: 'postcode', id: postcode }, 10)]).toEqual([[], []])
})

test('a partner’s page lists its own shifts, the free ones and who has the others', async () => {
  const { one, two, shift } = await twoPartners()
  valueFrom(await takeShift(house, two.signedIn, { shift: shift.id }))
  const seen = await readPartnerShifts(house, one.signedIn, null)
  expect(seen).toMatchObject({ toCome: [], others: [{ companyName: 'Vakt B' }], past: [] })
  expect(seen.free).toHaveLength(13)
  expect(await readPartnerShifts(house, two.signedIn, null)).toMatchObject({ toCome: [{ id: shift.id }] })
})

test('an admin sees the free and the missed shifts, and a partner may not', async () => {
  const admin = await joinAsAdmin(house)
  const { postcode, one } = await twoPartners()
  house.clock.forward({ days: 3 })
  const { postcodes } = await readSituation(house, admin.signedIn, null)
  expect(postcodes.find(({ code }) => code === postcode)).toMatchObject({
    missed: 3,
    free: 7,
    shift: { state: 'free', day: '2027-01-14' },
  })
  expect(await readPostcodeShifts(house, admin.signedIn, postcode, null)).toMatchObject({
    past: [{ day: '2027-01-13', state: 'missed' }, {}, {}],
  })
  await expect(readSituation(house, one.signedIn, null)).rejects.toThrow('not allowed')
  await expect(readPostcodeShifts(house, one.signedIn, postcode, null)).rejects.toThrow('not allowed')
})

test('a sponsor sees its planned, carried out and missed stops, and no other company’s', async () => {
  const postcode = await openPostcode()
  const partner = await openPartner(house, { name: 'Vakt AB', postcode })
  const sponsor = await joinAsCompany(house, { postcode })
  const { id } = await companyOf(house, sponsor)
  await house.db
    .insertInto('sponsor_slots')
    .values({
      ...{ company_id: id, postcode, month: firstDay('2027-01'), status: 'active', price_cents: 1 },
      activated_at: house.clock.now(),
    })
    .execute()
  await prepareShifts(house)
  house.clock.forward({ days: 2 })
  const [month] = await readSponsorMonths(house, sponsor.signedIn)
  expect(month).toMatchObject({ month: '2027-01' })
  expect(month?.stops.map(({ day, state }) => [day, state]).slice(0, 2)).toEqual([
    ['2027-01-11', 'missed'],
    ['2027-01-14', 'planned'],
  ])
  const guardId = await employGuard(house, partner.id, { name: 'Ali Rahimi' })
  const { id: stopId } = await house.db
    .insertInto('patrol_stops')
    .values({
      ...{ guard_id: guardId, shift_id: (await firstShift(postcode)).id, key: randomUUID(), note: 'Lugnt' },
      ...{ stopped_at: new Date('2027-01-11T18:00:00Z'), received_at: house.clock.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const first = month?.stops[0]?.id ?? ''
  await house.db.updateTable('sponsor_stops').set({ stop_id: stopId }).where('id', '=', first).execute()
  expect((await readSponsorMonths(house, sponsor.signedIn))[0]?.stops.slice(0, 2)).toMatchObject([
    { day: '2027-01-11', state: 'done', note: 'Lugnt', by: 'Ali från Vakt AB' },
    { day: '2027-01-14', state: 'planned' },
  ])
  const other = await joinAsCompany(house, { postcode })
  expect(await readSponsorMonths(house, other.signedIn)).toEqual([])
})

test('pagination of past shifts shows each exactly once, also several on one day', async () => {
  const [here, there] = [await openPostcode(), await openPostcode()]
  const partner = await joinAsPartner(here)
  const other = await joinAsPartner(there)
  await prepareShifts(house)
  await house.db.updateTable('patrol_shifts').set({ company_id: partner.id }).execute()
  vi.setSystemTime(new Date('2027-01-26T12:00:00Z'))
  const had = await house.db
    .selectFrom('patrol_shifts')
    .select('id')
    .where('company_id', '=', partner.id)
    .where('ends_at', '<=', house.clock.now())
    .execute()
  const seen: string[] = []
  let before: string | null | undefined = null
  while (before !== undefined && seen.length <= had.length) {
    const { past, next }: { past: { id: string }[]; next?: string | undefined } = await readPartnerShifts(
      house,
      partner.signedIn,
      before,
    )
    seen.push(...past.map(({ id }) => id))
    before = next
  }
  expect(had.length).toBeGreaterThan(28)
  expect(seen).toHaveLength(had.length)
  expect(new Set(seen)).toEqual(new Set(had.map(({ id }) => id)))
  expect((await readPartnerShifts(house, other.signedIn, null)).past).toEqual([])
})
