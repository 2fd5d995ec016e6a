import { beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop } from '../../../test/support/bookings'
import { useHouse, useTakenBack } from '../../../test/support/house'
import { givePermit } from '../../../test/support/sponsorship'
import { ownsGuardCompany } from '../own-company-store.server'
import {
  countWaiting,
  deletePermit,
  findCompanyIds,
  lockReviewed,
  readChosen,
  readForReview,
  readPermit,
  upsertPermit,
} from './admin-store.server'
import { readAreas, readCalledAreas, readCallStanding, readPartnersAround } from './call-standing-store.server'
import { forgetReferrers, readRecruited } from './recruited-store.server'

/** Two companies in one postcode, whose rows differ in one thing at a time. */
const real = useHouse()
const house = useTakenBack(real)
const now = new Date('2027-02-03T09:00:00Z')
let [mine, theirs] = [] as unknown as [Shop, Shop]
let [owner, stranger] = ['', '']

beforeAll(async () => {
  mine = await openShop(real)
  theirs = await openShop(real, { postcode: mine.postcode })
  owner = mine.owner.signedIn.person.id
  stranger = theirs.owner.signedIn.person.id
})

type Columns = Record<string, unknown>
const set = (id: string, columns: Columns) =>
  house.db.updateTable('companies').set(columns).where('id', '=', id).execute()
const row = (id: string) => house.db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('a company is locked for review with its state and proposed name, closed or not', async () => {
  const { db } = house
  await set(mine.companyId, { deleted_at: now, proposed_name: 'Ny AB', proposed_org_number: '559999-0008' })
  const asked = { name: 'Ny AB', orgNumber: '559999-0008' }
  expect(await lockReviewed(db, mine.companyId)).toMatchObject({
    id: mine.companyId,
    state: 'waiting',
    isGone: true,
    asked,
  })
  expect(await lockReviewed(db, theirs.companyId)).toMatchObject({ id: theirs.companyId, isGone: false, asked: null })
  expect(await lockReviewed(db, crypto.randomUUID())).toBeUndefined()
})

describe('the administrators’ list of companies', () => {
  const review = { list: 'all', text: '', order: { by: 'waiting', down: true }, before: null, limit: 9 } as const
  const read = async (given: Partial<Parameters<typeof readForReview>[1]> = {}) =>
    ids(await readForReview(house.db, { ...review, ...given })).map((id) => (id === mine.companyId ? 'mine' : 'theirs'))

  test('filters by state, sorts waiting ones first, pages, and counts closed ones as not waiting', async () => {
    const { db } = house
    expect([await read(), await countWaiting(db, 9), await countWaiting(db, 1)]).toEqual([['theirs', 'mine'], 2, 1])
    await set(theirs.companyId, { review_state: 'approved' })
    expect([await read(), await read({ list: 'waiting' }), await read({ list: 'approved' })]).toEqual([
      ['mine', 'theirs'],
      ['mine'],
      ['theirs'],
    ])
    expect(await read({ before: mine.companyId })).toEqual(['theirs'])
    expect(await read({ limit: 1 })).toEqual(['mine'])
    expect(ids(await readChosen(db, [theirs.companyId, mine.companyId]))).toEqual([mine.companyId, theirs.companyId])
    expect([await readChosen(db, []), ids(await readChosen(db, [theirs.companyId]))]).toEqual([[], [theirs.companyId]])
    await set(mine.companyId, { deleted_at: now })
    expect([await read({ list: 'waiting' }), await read({ list: 'deleted' }), await countWaiting(db, 9)]).toEqual([
      [],
      ['mine'],
      0,
    ])
    expect(await read()).toEqual(['theirs', 'mine'])
    const all = await readForReview(db, review)
    expect(all.map(({ isGone }) => isGone)).toEqual([false, true])
    // A removed company counts as not waiting, whatever its state.
    const chosen = await readChosen(db, [mine.companyId, theirs.companyId])
    expect(chosen.map(({ id, isGone }) => [id, isGone])).toEqual([
      [theirs.companyId, false],
      [mine.companyId, true],
    ])
  })

  test('is searched by name, number or email with wildcards escaped, and sorted by name', async () => {
    await set(mine.companyId, { name: 'Åkes 100% Glas', email: 'ake@exempel.se' })
    await set(theirs.companyId, { name: 'Zebra', org_number: '559999-0008' })
    for (const [text, found] of [
      ['glas', ['mine']],
      ['0%', ['mine']],
      ['559999', ['theirs']],
      ['ake@', ['mine']],
      ['%', ['mine']],
      ['_', []],
    ] as const) {
      expect(await read({ text }), text).toEqual(found)
      expect(
        (await findCompanyIds(house.db, text, 9)).map((id) => (id === mine.companyId ? 'mine' : 'theirs')),
      ).toEqual(found)
    }
    expect(await findCompanyIds(house.db, 'exempel.se', 1)).toHaveLength(1)
    expect(await read({ order: { by: 'name', down: false } })).toEqual(['theirs', 'mine'])
    expect(await read({ order: { by: 'name', down: true } })).toEqual(['mine', 'theirs'])
    expect(await read({ list: 'waiting', order: { by: 'name', down: true } })).toEqual(['mine', 'theirs'])
  })
})

test('a permit and its areas belong to one company, and only a dispatchable partner is called in its areas', async () => {
  const { db } = house
  await db
    .insertInto('postcodes')
    .values(['70001', '70002', '70003'].map((code) => ({ code, name: code, latitude: 59, longitude: 18 })))
    .onConflict((c) => c.doNothing())
    .execute()
  const called = { is_security_partner: true, security_status: 'active', review_state: 'approved' }
  for (const { companyId } of [mine, theirs]) {
    await givePermit(house, companyId, '2199-12-31', { areas: ['70001', '70002'] })
    await set(companyId, called)
  }
  const areas = async () => Promise.all([mine, theirs].map(({ companyId }) => readCalledAreas(db, companyId, now)))
  expect(await areas()).toEqual([
    ['70001', '70002'],
    ['70001', '70002'],
  ])
  const permit = {
    number: 'CD-1',
    kind: 'Larm',
    validUntil: '2199-12-31',
    name: 'Lind Städ AB',
    orgNumber: '556016-0680',
  }
  await upsertPermit(db, mine.companyId, { ...permit, areas: ['70003', '70001'], checkedBy: owner, checkedAt: now })
  expect(await areas()).toEqual([
    ['70001', '70003'],
    ['70001', '70002'],
  ])
  expect(await readPermit(db, mine.companyId)).toMatchObject({
    number: 'CD-1',
    kind: 'Larm',
    checkedBy: owner,
    centre: null,
  })
  const around = async (code: string) => (await readPartnersAround(db, code, now)).map(({ id, isHere }) => [id, isHere])
  expect(await around('70003')).toEqual([[mine.companyId, true]])
  await db
    .insertInto('postcode_neighbours')
    .values([{ code: '70003', neighbour: '70002' }])
    .execute()
  expect(await around('70003')).toEqual([
    [mine.companyId, true],
    [theirs.companyId, false],
  ])
  await set(mine.companyId, { security_status: 'pending' })
  expect([await around('70003'), await readAreas(db, mine.companyId)]).toEqual([
    [[theirs.companyId, false]],
    ['70001', '70003'],
  ])
  expect(await areas()).toEqual([[], ['70001', '70002']])
  expect(await readCallStanding(db, theirs.companyId, now)).toMatchObject({
    isPartner: true,
    whyNotCalled: null,
    asksForName: false,
    permitUntil: '2199-12-31',
    areas: ['70001', '70002'],
  })
  expect([await deletePermit(db, mine.companyId), await deletePermit(db, mine.companyId)]).toEqual([true, false])
  expect([await readPermit(db, mine.companyId), (await readPermit(db, theirs.companyId))?.number]).toEqual([
    undefined,
    'AB-1234',
  ])

  // Guard companies by permit or by category, but not removed ones.
  const guards = async () => Promise.all([owner, stranger].map((person) => ownsGuardCompany(db, person)))
  expect(await guards()).toEqual([false, true])
  await set(mine.companyId, { category: 'security' })
  await set(theirs.companyId, { deleted_at: now })
  expect(await guards()).toEqual([true, false])
})

test('the referrer is forgotten for the given companies only, and a hidden or closed company’s name is not shown', async () => {
  const { db } = house
  for (const { companyId } of [mine, theirs]) await set(companyId, { referred_by_phone: '+46701740699' })
  await set(theirs.companyId, { review_state: 'hidden', hidden_reason: 'Fel' })
  const read = async () =>
    new Map((await readRecruited(db, [mine.companyId, theirs.companyId])).map((one) => [one.id, one]))
  expect((await read()).get(mine.companyId)).toMatchObject({ ownerId: owner, isGone: false, shownName: 'Lind Städ AB' })
  expect((await read()).get(theirs.companyId)).toMatchObject({ name: 'Lind Städ AB', isGone: false, shownName: null })
  await set(mine.companyId, { deleted_at: now })
  expect((await read()).get(mine.companyId)).toMatchObject({ isGone: true, shownName: null })
  expect([await readRecruited(db, []), ids(await readRecruited(db, [theirs.companyId]))]).toEqual([
    [],
    [theirs.companyId],
  ])
  await forgetReferrers(db, [])
  await forgetReferrers(db, [mine.companyId])
  const referrers = await Promise.all(
    [mine, theirs].map(async ({ companyId }) => (await row(companyId)).referred_by_phone),
  )
  expect(referrers).toEqual([null, '+46701740699'])
})
