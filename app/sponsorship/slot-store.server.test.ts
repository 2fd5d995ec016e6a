import { beforeAll, expect, test } from 'vitest'
import { useHouse, useTakenBack } from '../../test/support/house'
import { companyOf, joinIn } from '../../test/support/sponsorship'
import {
  claimCompanyToSweep,
  insertSeasonSlots,
  insertSponsorSlot,
  isLetGo,
  isPaidOffer,
  markActive,
  markPassedEnded,
  markReleased,
  readActiveKinds,
  readBookedPostcodes,
  readMonthsOfSponsor,
  readMonthsWithStops,
  readShownKinds,
  readSlotPlaces,
  readSlotsOf,
  readTakenMonths,
  readUnpaidSlots,
  sponsorId,
  sponsorName,
} from './slot-store.server'

/**
 * Two companies in one postcode, with months of both kinds in every state. Every query about one has the other's rows
 * beside it.
 */
const real = useHouse()
const house = useTakenBack(real)
const now = new Date('2027-02-03T09:00:00Z')
const code = '71001'
let [mine, theirs, admin] = ['', '', '']

beforeAll(async () => {
  const [one, two] = [await joinIn(real, code), await joinIn(real, code)]
  mine = (await companyOf(real, one)).id
  theirs = (await companyOf(real, two)).id
  admin = one.signedIn.person.id
})

type Months = '2027-01' | '2027-02' | '2027-03' | '2027-04' | '2027-05'
const sponsor = (companyId: string, month: Months, postcode = code) =>
  insertSponsorSlot(house.db, { companyId, postcode, month, priceOre: 2_495_00, now })
async function season(companyId: string, months: readonly Months[]) {
  const offer = {
    company_id: companyId,
    title: 'Vår',
    valid_from: '2027-01-01',
    valid_to: '2027-12-31',
    postcode: code,
  }
  const { id } = await house.db.insertInto('offers').values(offer).returning('id').executeTakeFirstOrThrow()
  const slots = await insertSeasonSlots(house.db, {
    companyId,
    months,
    title: 'Vår',
    offerId: id,
    priceOre: 1_995_00,
    now,
  })
  return { offerId: id, ids: slots.map(({ slotId }) => slotId) }
}
const statuses = async (companyId: string) =>
  Object.fromEntries((await readSlotsOf(house.db, companyId)).map(({ id, status }) => [id, status]))
const release = (ids: readonly string[], companyId = mine) =>
  markReleased(house.db, companyId, ids, { by: admin, reason: 'Ångrade sig', now })

test('months are activated, released and ended for their company only, and only from an allowed state', async () => {
  const { db } = house
  const [past, current, next] = [
    await sponsor(mine, '2027-01'),
    await sponsor(mine, '2027-02'),
    await sponsor(mine, '2027-03'),
  ]
  const { ids } = await season(mine, ['2027-01', '2027-02', '2027-03'])
  const [pastSeason = '', thisSeason = '', nextSeason = ''] = ids
  const [other, otherPast] = [await sponsor(theirs, '2027-04'), await sponsor(theirs, '2027-01', '71002')]
  await markActive(db, mine, [past, next, thisSeason, other], admin, now)
  expect(await statuses(theirs)).toEqual({ [other]: 'reserved', [otherPast]: 'reserved' })
  // A month that was let go before it passed stays 'released'.
  const [given] = [await sponsor(mine, '2027-01', '71003')]
  await release([given])
  expect(await markPassedEnded(db, mine, '2027-02')).toBe(2)
  await release([current, nextSeason, past, other])
  expect(await statuses(mine)).toEqual({
    [past]: 'ended',
    [current]: 'released',
    [next]: 'active',
    [pastSeason]: 'ended',
    [thisSeason]: 'active',
    [nextSeason]: 'released',
    [given]: 'released',
  })
  expect(await statuses(theirs)).toEqual({ [other]: 'reserved', [otherPast]: 'reserved' })
  // A released month is neither activated nor released again.
  await markActive(db, mine, [current, nextSeason], admin, new Date(0))
  await markReleased(db, mine, [current, pastSeason], { by: null, reason: 'Igen', now: new Date(0) })
  const slots = await readSlotsOf(db, mine)
  expect(slots.map(({ month }) => month)).toEqual([
    '2027-03',
    '2027-03',
    '2027-02',
    '2027-02',
    '2027-01',
    '2027-01',
    '2027-01',
  ])
  expect(slots.find(({ id }) => id === current)).toEqual({
    id: current,
    kind: 'sponsor',
    month: '2027-02',
    status: 'released',
    priceOre: 2_495_00,
    campaign: null,
    bookedAt: now,
    paidAt: null,
    releasedAt: now,
    releaseReason: 'Ångrade sig',
  })
  expect(slots.find(({ id }) => id === thisSeason)).toMatchObject({
    kind: 'season',
    paidAt: now,
    campaign: { title: 'Vår' },
  })
  expect(slots.find(({ id }) => id === pastSeason)).toMatchObject({ status: 'ended', releaseReason: null })
})

test('taken months are those reserved or active in the postcode from a given month on', async () => {
  const { db } = house
  await sponsor(mine, '2027-01')
  const [paid, gone] = [await sponsor(mine, '2027-02'), await sponsor(theirs, '2027-03')]
  await release([await sponsor(theirs, '2027-03', '71003')], theirs)
  await sponsor(theirs, '2027-04')
  await sponsor(mine, '2027-05', '71002')
  await markActive(db, mine, [paid], admin, now)
  await release([gone], theirs)
  const taken = await readTakenMonths(db, code, '2027-02')
  expect(taken.toSorted((a, b) => a.month.localeCompare(b.month))).toEqual([
    { month: '2027-02', companyId: mine },
    { month: '2027-04', companyId: theirs },
  ])
  expect((await readBookedPostcodes(db, mine)).sort()).toEqual([code, '71002'])
  expect(await readBookedPostcodes(db, theirs)).toEqual([code])
})

test('active kinds are those of paid months in that month, and shown kinds those of listed companies', async () => {
  const { db } = house
  const [own, seasons] = [await sponsor(mine, '2027-02'), await season(theirs, ['2027-02', '2027-03'])]
  await markActive(db, mine, [own], admin, now)
  const both = [mine, theirs]
  expect(await readActiveKinds(db, both, '2027-02')).toEqual([{ companyId: mine, kind: 'sponsor' }])
  await markActive(db, theirs, seasons.ids, admin, now)
  expect(await readActiveKinds(db, both, '2027-02')).toEqual([
    { companyId: mine, kind: 'sponsor' },
    { companyId: theirs, kind: 'season' },
  ])
  expect(await readActiveKinds(db, both, '2027-03')).toEqual([{ companyId: theirs, kind: 'season' }])
  expect([await readActiveKinds(db, [mine], '2027-03'), await readActiveKinds(db, [], '2027-02')]).toEqual([[], []])
  expect(await readActiveKinds(db, [theirs], '2027-03')).toHaveLength(1)
  const state = (
    id: string,
    columns: { review_state?: 'approved' | 'hidden'; hidden_reason?: string; deleted_at?: Date },
  ) => db.updateTable('companies').set(columns).where('id', '=', id).execute()
  expect(await readShownKinds(db, both, '2027-02')).toEqual([])
  await state(mine, { review_state: 'approved' })
  expect(await readShownKinds(db, both, '2027-02')).toEqual([{ companyId: mine, kind: 'sponsor' }])
  expect([await readShownKinds(db, [mine], '2027-02'), await readShownKinds(db, [], '2027-02')]).toEqual([
    [{ companyId: mine, kind: 'sponsor' }],
    [],
  ])
  await state(theirs, { review_state: 'approved' })
  await state(mine, { review_state: 'hidden', hidden_reason: 'Fel' })
  expect(await readShownKinds(db, both, '2027-02')).toEqual([{ companyId: theirs, kind: 'season' }])
})

test('sponsor stops are those of paid months that are not over, of companies that are not closed', async () => {
  const { db } = house
  const [past, paid, without, late] = [
    await sponsor(mine, '2027-01'),
    await sponsor(mine, '2027-02'),
    await sponsor(mine, '2027-03'),
    await sponsor(theirs, '2027-04'),
  ]
  await sponsor(mine, '2027-05')
  // A month that passed without being paid.
  await sponsor(mine, '2027-01', '71003')
  await markActive(db, mine, [past, paid, without], admin, now)
  await markActive(db, theirs, [late], admin, now)
  await db.updateTable('sponsor_slots').set({ includes_rondstop: false }).where('id', '=', without).execute()
  const read = async () => (await readMonthsWithStops(db, '2027-02')).map(({ slotId, month }) => [slotId, month])
  expect(await read()).toEqual([
    [paid, '2027-02'],
    [late, '2027-04'],
  ])
  await db.updateTable('companies').set({ deleted_at: now }).where('id', '=', theirs).execute()
  expect(await read()).toEqual([[paid, '2027-02']])
  await markPassedEnded(db, mine, '2027-03')
  expect(await read()).toEqual([])
  const months = async (most: number) => (await readMonthsOfSponsor(db, mine, most)).map(({ id }) => id)
  expect([await months(9), await months(2)]).toEqual([
    [without, paid, past],
    [without, paid],
  ])
  await release([without])
  expect(await months(9)).toEqual([paid, past])
  const places = await readSlotPlaces(db, [paid, ...(await season(theirs, ['2027-05', '2027-04'])).ids.slice(0, 1)])
  expect([...places.values()]).toEqual([
    { postcode: code, month: '2027-02' },
    { postcode: code, month: '2027-05' },
  ])
  expect(await readSlotPlaces(db, [])).toEqual(new Map())
  const of = async (slotId: string) =>
    db
      .selectFrom('sponsor_slots as asked')
      .select([sponsorId('asked.id').as('id'), sponsorName('asked.id').as('name'), isLetGo('asked.id').as('isLetGo')])
      .where('asked.id', '=', slotId)
      .executeTakeFirst()
  expect([await of(paid), await of(without), await of(late)]).toEqual([
    { id: mine, name: 'Lind Städ AB', isLetGo: false },
    { id: mine, name: 'Lind Städ AB', isLetGo: true },
    { id: theirs, name: 'Lind Städ AB', isLetGo: false },
  ])
})

test('a campaign is shown while a month of it is paid and not released, and a plain offer always', async () => {
  const { db } = house
  const { offerId, ids } = await season(mine, ['2027-02', '2027-03'])
  const isPaid = async (id: string) =>
    (await db.selectFrom('offers').select(isPaidOffer.as('is')).where('id', '=', id).executeTakeFirstOrThrow()).is
  const plain = { company_id: mine, title: 'Rabatt', valid_from: '2027-01-01', valid_to: '2027-12-31', postcode: code }
  const { id: own } = await db.insertInto('offers').values(plain).returning('id').executeTakeFirstOrThrow()
  expect([await isPaid(offerId), await isPaid(own)]).toEqual([false, true])
  await markActive(db, mine, ids.slice(0, 1), admin, now)
  expect(await isPaid(offerId)).toBe(true)
  await release(ids.slice(1))
  expect(await isPaid(offerId)).toBe(true)
  await release(ids.slice(0, 1))
  expect(await isPaid(offerId)).toBe(false)
})

test('a company is claimed for the sweep when a month has passed, is unpaid past its time, or it has closed', async () => {
  const { db } = house
  const claimed = async (since = '2027-02-01') => claimCompanyToSweep(db, '2027-02', since)
  const current = await sponsor(mine, '2027-02')
  const paidSeason = (await season(theirs, ['2027-02', '2027-03'])).ids
  await markActive(db, theirs, paidSeason, admin, now)
  expect(await claimed()).toBeUndefined()

  const gross = { net_cents: 2_495_00, vat_cents: 623_75, gross_cents: 3_118_75 }
  const ask = async (slotId: string, companyId: string, due_on: string) => {
    const asked = {
      key: `slot ${slotId}`,
      reference: `KV${1_000_000 + Math.floor(Math.random() * 8_999_999)}`,
      kind: 'sponsor',
      issued_at: now,
    } as const
    const charge = { ...asked, company_id: companyId, due_on, ...gross }
    const { id } = await db.insertInto('charges').values(charge).returning('id').executeTakeFirstOrThrow()
    await db
      .insertInto('charge_lines')
      .values({ charge_id: id, position: 1, text: 'x', slot_id: slotId, ...gross })
      .execute()
  }
  await ask(current, mine, '2027-02-01')
  await ask(paidSeason[0] ?? '', theirs, '2027-01-01')
  expect([await claimed('2027-02-01'), await claimed('2027-02-02')]).toEqual([undefined, { id: mine, gone: null }])
  expect([await readUnpaidSlots(db, mine, '2027-02-01'), await readUnpaidSlots(db, mine, '2027-02-02')]).toEqual([
    [],
    [current],
  ])
  expect(await readUnpaidSlots(db, theirs, '2027-02-02')).toEqual([])
  await release([current])
  expect(await claimed('2027-02-02')).toBeUndefined()

  await db.updateTable('companies').set({ deleted_at: now }).where('id', 'in', [mine, theirs]).execute()
  expect(await claimed()).toEqual({ id: theirs, gone: 'closed' })
  await db.updateTable('companies').set({ deleted_at: null }).where('id', 'in', [mine, theirs]).execute()
  expect(await claimCompanyToSweep(db, '2027-03', '2027-02-02')).toEqual({ id: theirs, gone: null })
  await markPassedEnded(db, theirs, '2027-03')
  expect(await claimCompanyToSweep(db, '2027-03', '2027-02-02')).toBeUndefined()
})
