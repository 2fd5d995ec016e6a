import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { openShop, type Shop } from '../../../test/support/bookings'
import { behind, whileKept } from '../../../test/support/held'
import { useHouse, useTakenBack } from '../../../test/support/house'
import { readBillingAddresses } from '../billing-address-store.server'
import { replaceBusyCalendar } from '../calendar/busy-store.server'
import type { CompanyForm } from '../company-form'
import {
  closeCompanyOf,
  readBillingEmail,
  readCompaniesWhole,
  readCompanyContact,
  readCompanyNames,
  readCompanyPostcodes,
  readOwnCompany,
  saveSafetyContributions,
} from '../company-store.server'
import { readListing, updateListing } from '../listing-store.server'
import {
  endOffer,
  hasOffer,
  insertCampaignOffer,
  insertOffer,
  moveOffers,
  readOwnOffers,
  readValidOffers,
  updateCampaignDays,
} from '../offer-store.server'
import {
  exchangeLogo,
  lockCompany,
  readCompanyOfOwner,
  readReviewState,
  updateCapacity,
  updateCompany,
} from '../own-company-store.server'
import { readPayWays, readToTell, updatePayWays } from '../paying/pay-ways-store.server'
import { updateNames, updateReview, upsertPermit } from './admin-store.server'

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

describe('a closed company', () => {
  test('loses its owner, logo, calendar and photos, keeps its first closing time, and changes no other company', async () => {
    const { db } = house
    await replaceBusyCalendar(db, mine.companyId, 'sealed', now)
    await replaceBusyCalendar(db, theirs.companyId, 'sealed', now)
    await set(mine.companyId, { logo_url: '/files/a.webp' })
    const photo = (id: string, company_id: string) => ({
      id,
      company_id,
      place: 1,
      alt: 'x',
      created_at: now,
      service_id: null,
    })
    await db
      .insertInto('company_photos')
      .values([
        { ...photo(crypto.randomUUID(), mine.companyId), url: '/files/b.webp', card_url: '/files/c.webp' },
        { ...photo(crypto.randomUUID(), theirs.companyId), url: '/files/d.webp', card_url: '/files/e.webp' },
      ])
      .execute()
    expect((await closeCompanyOf(db, owner, now)).sort()).toEqual(['/files/a.webp', '/files/b.webp', '/files/c.webp'])
    expect(await row(mine.companyId)).toMatchObject({ owner_id: null, logo_url: null, deleted_at: now })
    expect(await row(theirs.companyId)).toMatchObject({ owner_id: stranger, deleted_at: null })
    const calendars = await db.selectFrom('busy_calendars').select('company_id').execute()
    expect(calendars).toEqual([{ company_id: theirs.companyId }])
    await set(mine.companyId, { owner_id: owner })
    await closeCompanyOf(db, owner, new Date('2028-01-01'))
    expect((await row(mine.companyId)).deleted_at).toEqual(now)

    expect([
      await readCompanyContact(db, mine.companyId),
      (await readCompanyContact(db, theirs.companyId))?.ownerId,
    ]).toEqual([undefined, stranger])
    expect([await readBillingEmail(db, mine.companyId), await readBillingEmail(db, theirs.companyId)]).toEqual([
      mine.owner.email,
      theirs.owner.email,
    ])
    const told = await Promise.all([mine, theirs].map(({ companyId }) => readToTell(db, companyId)))
    expect(told.map(({ contact }) => contact?.ownerId)).toEqual([undefined, stranger])
    expect(await readCompanyNames(db, [mine.companyId])).toEqual(new Map([[mine.companyId, 'Lind Städ AB']]))
    expect(await readCompanyPostcodes(db, [theirs.companyId])).toEqual(new Map([[theirs.companyId, mine.postcode]]))
  })

  test('is not read as its owner’s own company and cannot be locked or get a logo', async () => {
    const { db } = house
    const seen = async (person: string) => [
      (await readOwnCompany(db, person))?.id,
      (await readCompanyOfOwner(db, person))?.id,
      (await readListing(db, { ownerId: person }, 'look'))?.id,
    ]
    expect(await seen(owner)).toEqual(Array(3).fill(mine.companyId))
    await set(mine.companyId, { deleted_at: now })
    expect([await seen(owner), await seen(stranger)]).toEqual([
      Array(3).fill(undefined),
      Array(3).fill(theirs.companyId),
    ])
    expect(ids(await readCompaniesWhole(db, owner))).toEqual([mine.companyId])
    expect([await lockCompany(db, mine.companyId), await lockCompany(db, theirs.companyId)]).toEqual([false, true])
    const listed = await Promise.all([mine, theirs].map(({ companyId }) => readListing(db, { id: companyId }, 'hold')))
    expect(listed.map((one) => [one?.isClosed, one?.isHidden, one?.isApproved])).toEqual([
      [true, false, false],
      [false, false, false],
    ])
    // A removed company returns the new logo as unused; a company that is here returns its previous one.
    expect(await exchangeLogo(db, mine.companyId, '/files/ny.webp')).toBe('/files/ny.webp')
    expect(await exchangeLogo(db, theirs.companyId, '/files/ett.webp')).toBeNull()
    expect(await exchangeLogo(db, theirs.companyId, null)).toBe('/files/ett.webp')
    expect((await row(mine.companyId)).logo_url).toBeNull()
  })
})

const form: CompanyForm = {
  name: 'Ny AB',
  orgNumber: '559999-0008',
  category: 'garden',
  address: 'Nygatan 2',
  postcode: '12345',
  phone: '+4681234567',
  email: 'ny@exempel.se',
  bio: 'Vi klipper',
  vatNumber: 'SE556016068001',
  fTax: true,
  insurance: true,
}
const before = { name: 'Lind Städ AB', org_number: '556016-0680' }
const asked = { proposed_name: 'Ny AB', proposed_org_number: '559999-0008' }
const none = { proposed_name: null, proposed_org_number: null }
const asNew = { name: 'Ny AB', org_number: '559999-0008' }

test.each([
  ['that is not reviewed yet', { review_state: 'waiting' }, form, { ...asNew, ...none, review_state: 'waiting' }],
  [
    'that is not reviewed yet, unchanged',
    { review_state: 'waiting' },
    { ...form, name: before.name, orgNumber: before.org_number },
    { ...before, ...none, review_state: 'waiting' },
  ],
  ['that is approved', { review_state: 'approved' }, form, { ...before, ...asked, review_state: 'waiting' }],
  [
    'that is hidden',
    { review_state: 'hidden', hidden_reason: 'Fel' },
    form,
    { ...before, ...asked, review_state: 'hidden' },
  ],
  [
    'that waits with a proposed name',
    { review_state: 'waiting', ...asked },
    form,
    { ...before, ...asked, review_state: 'waiting' },
  ],
  [
    'that takes its proposed name back',
    { review_state: 'waiting', ...asked },
    { ...form, name: before.name, orgNumber: before.org_number },
    { ...before, ...none, review_state: 'approved' },
  ],
  [
    'that is approved, unchanged',
    { review_state: 'approved' },
    { ...form, name: before.name, orgNumber: before.org_number },
    { ...before, ...none, review_state: 'approved' },
  ],
  [
    'that is approved, with only the registration number changed',
    { review_state: 'approved' },
    { ...form, name: before.name },
    { ...before, proposed_name: before.name, proposed_org_number: '559999-0008', review_state: 'waiting' },
  ],
] as const)('saving the name of a company %s: name, proposed name and review state', async (_, state, said, after) => {
  await set(mine.companyId, state)
  await updateCompany(house.db, mine.companyId, said)
  expect(await row(mine.companyId)).toMatchObject({
    ...after,
    category: 'garden',
    address: 'Nygatan 2',
    postcode: '12345',
    phone: '+4681234567',
    email: 'ny@exempel.se',
    bio: 'Vi klipper',
    vat_number: 'SE556016068001',
    f_tax_stated: true,
    insurance_stated: true,
  })
  expect(await row(theirs.companyId)).toMatchObject({
    ...before,
    ...none,
    category: 'cleaning',
    review_state: 'waiting',
  })
})

test('capacity, plan, names, review state and pay ways are updated for that company only', async () => {
  const { db } = house
  const other = await row(theirs.companyId)
  await updateCapacity(db, mine.companyId, 4)
  await updateListing(db, mine.companyId, { plan: 'season', isPartner: true, securityStatus: 'pending' })
  await updateNames(db, mine.companyId, { name: 'Ny AB', orgNumber: '559999-0008' })
  await updateReview(db, mine.companyId, 'hidden', 'Fel namn')
  const ways = { swishNumber: '1231181189', card: true, invoice: true, cash: false }
  await updatePayWays(db, mine.companyId, ways)
  expect(await row(mine.companyId)).toMatchObject({
    capacity: 4,
    plan: 'season',
    is_security_partner: true,
    security_status: 'pending',
    ...asNew,
    review_state: 'hidden',
    hidden_reason: 'Fel namn',
  })
  expect([await readPayWays(db, mine.companyId), await readReviewState(db, mine.companyId)]).toEqual([ways, 'hidden'])
  expect([await row(theirs.companyId), await readReviewState(db, theirs.companyId)]).toEqual([other, 'waiting'])
})

test('the billing address is read for the companies asked for only', async () => {
  const { db } = house
  const { postcode } = await row(mine.companyId)
  expect(await readBillingAddresses(db, [mine.companyId], 'look')).toEqual(
    new Map([
      [
        mine.companyId,
        {
          name: before.name,
          orgNumber: before.org_number,
          address: `Götalandsvägen 1, ${postcode.slice(0, 3)} ${postcode.slice(3)}`,
        },
      ],
    ]),
  )
  expect(await readBillingAddresses(db, [], 'look')).toEqual(new Map())
})

test('reading a company with "hold" takes a row lock, and reading it with "look" does not wait for one', async () => {
  const ways = [
    (db: Database, way: 'hold' | 'look') => readListing(db, { id: mine.companyId }, way),
    (db: Database, way: 'hold' | 'look') => readBillingAddresses(db, [mine.companyId], way),
  ]
  for (const read of ways) {
    const beside = (way: 'hold' | 'look') =>
      whileKept<unknown, unknown>(
        real.db,
        (keeper) => read(keeper, 'hold'),
        (other) => read(other, way),
      )
    await beside('look')
    await expect(beside('hold')).rejects.toThrow('lock timeout')
  }
})

test('a read that waits for a company’s lock sees the permit that was given meanwhile', async () => {
  const shop = await openShop(real)
  const give = async (db: Database) => {
    await readListing(db, { id: shop.companyId }, 'hold')
    const shown = { number: 'AB-1', kind: 'A1', name: 'Vakt AB', orgNumber: '556000-0000', validUntil: '2027-12-31' }
    await upsertPermit(db, shop.companyId, { ...shown, areas: [], checkedBy: null, checkedAt: now })
  }
  const read = () =>
    real.db.transaction().execute((db) => readListing(db, { ownerId: shop.owner.signedIn.person.id }, 'hold'))
  expect(await read()).toMatchObject({ id: shop.companyId, permitUntil: null })
  expect(await behind(real.db, give, read)).toMatchObject({ id: shop.companyId, permitUntil: '2027-12-31' })
})

test('the monthly safety contribution is set for each company, and to zero for those without one', async () => {
  await set(mine.companyId, { security_contribution_cents: 500 })
  const gives = async () =>
    Promise.all([mine, theirs].map(async ({ companyId }) => (await row(companyId)).security_contribution_cents))
  await saveSafetyContributions(house.db, new Map([[theirs.companyId, 700]]))
  expect(await gives()).toEqual([0, 700])
  await saveSafetyContributions(
    house.db,
    new Map([
      [mine.companyId, 100],
      [theirs.companyId, 700],
    ]),
  )
  expect(await gives()).toEqual([100, 700])
})

test('offers are read for their company, shown while valid and paid, and listed with running ones first', async () => {
  const { db } = house
  const paid = sql<boolean>`offers.title <> 'obetald'`
  const company = { id: mine.companyId, postcode: mine.postcode }
  const add = async (title: string, from: string, to: string, of = company) => {
    const id = crypto.randomUUID()
    await insertOffer(db, of, id, { title, description: 'x', from, to })
    return id
  }
  const today = '2027-02-03'
  const last = await add('sista dagen', '2027-01-01', today)
  const first = await add('första dagen', today, '2027-02-20')
  await add('i går', '2027-01-01', '2027-02-02')
  await add('i morgon', '2027-02-04', '2027-02-19')
  await add('obetald', '2027-01-01', '2027-02-21')
  const ended = await add('avslutad', '2027-01-01', '2027-12-31')
  const other = await add('grannens', '2027-01-01', '2027-12-31', { id: theirs.companyId, postcode: mine.postcode })
  await endOffer(db, mine.companyId, other)
  await endOffer(db, mine.companyId, ended)
  // Idempotent, and an offer of another company with the same id is left as it is.
  await insertOffer(db, company, other, { title: 'tagen', description: 'x', from: today, to: today })
  expect((await readValidOffers(db, theirs.companyId, today, paid)).map(({ title }) => title)).toEqual(['grannens'])
  expect(ids(await readValidOffers(db, mine.companyId, today, paid))).toEqual([last, first])
  expect((await readOwnOffers(db, mine.companyId, paid)).map(({ title, is_paid }) => [title, is_paid])).toEqual([
    ['obetald', false],
    ['första dagen', true],
    ['i morgon', true],
    ['sista dagen', true],
    ['i går', true],
    ['avslutad', true],
  ])
  expect([await hasOffer(db, mine.companyId, first), await hasOffer(db, mine.companyId, other)]).toEqual([true, false])
  const campaign = {
    companyId: mine.companyId,
    postcode: mine.postcode,
    title: 'Vår',
    description: 'x',
    from: today,
    to: today,
    now,
  }
  const season = await insertCampaignOffer(db, campaign)
  expect(ids(await readValidOffers(db, mine.companyId, today, paid))).toContain(season)
  await updateCampaignDays(db, season, '2027-03-01', '2027-03-31')
  await moveOffers(db, mine.companyId, '70009', today)
  const offers = await db.selectFrom('offers').select(['title', 'postcode', 'valid_from']).orderBy('title').execute()
  expect(offers.filter(({ postcode }) => postcode === '70009').map(({ title }) => title)).toEqual(
    ['avslutad', 'första dagen', 'i morgon', 'obetald', 'sista dagen', 'Vår'].sort((a, b) => a.localeCompare(b, 'sv')),
  )
  expect(offers.filter(({ valid_from }) => valid_from === '2027-03-01').map(({ title }) => title)).toEqual(['Vår'])
})
