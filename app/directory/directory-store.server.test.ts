import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openShop, type Shop, setClock } from '../../test/support/bookings'
import { useHouse, useTakenBack } from '../../test/support/house'
import { givePermit } from '../../test/support/sponsorship'
import { readDirectorySearch } from './directory-search'
import {
  countByCategory,
  type DirectoryPage,
  selectActivePartners,
  selectDirectoryPage,
  selectFirstCompanies,
  selectFreePage,
  selectSafetyPartners,
} from './directory-store.server'
import { readDirectory } from './read-directory.server'

/** A postcode with companies that differ in one thing each, and a company in another postcode. */
const real = useHouse()
const house = useTakenBack(real)
const now = new Date('2027-02-03T09:00:00Z')
let [shop, other] = [] as unknown as [Shop, Shop]

beforeAll(async () => {
  shop = await openShop(real)
  other = await openShop(real)
})
beforeEach(() => setClock(now.toISOString()))

/** A copy of the shop, without an owner. */
async function add(name: string, given: Record<string, unknown> = {}): Promise<string> {
  const [row] = await house.db.selectFrom('companies').selectAll().where('id', '=', shop.companyId).execute()
  if (!row) throw new Error('no company')
  const { id: _id, rating: _rating, search_text: _text, ...copied } = row as typeof row & { search_text?: unknown }
  const { id } = await house.db
    .insertInto('companies')
    .values({ ...copied, owner_id: null, name, ...given })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const search = (query = '') => ({ ...readDirectorySearch(new URLSearchParams(query)), postcode: shop.postcode })
const names = ({ companies }: DirectoryPage) => companies.map(({ name }) => name)
const find = async (query: string, size = 9) => names(await selectDirectoryPage(house.db, search(query), size, now))

test('sorts a postcode’s companies by partner, package and name, and pages in both directions without a gap', async () => {
  for (const [name, given] of [
    ['Öberg', {}],
    ['Zeta', {}],
    ['Ek', { plan: 'season' }],
    ['Björk', { plan: 'sponsor' }],
    ['Väktarn', { is_security_partner: true, security_status: 'pending' }],
    ['Dold', { review_state: 'hidden', hidden_reason: 'x' }],
    ['Borta', { deleted_at: now }],
    ['Annanstans', { postcode: other.postcode }],
  ] as const) {
    await add(name, given)
  }
  const order = ['Väktarn', 'Lind Städ AB', 'Zeta', 'Öberg', 'Ek', 'Björk']
  expect(await find('')).toEqual(order)
  expect((await selectFirstCompanies(house.db, shop.postcode, 2, now)).map(({ name }) => name)).toEqual(
    order.slice(0, 2),
  )
  const page = (from: ReturnType<typeof search>['from']) => selectDirectoryPage(house.db, { ...search(), from }, 2, now)
  const first = await page(null)
  expect([names(first), first.previous]).toEqual([['Väktarn', 'Lind Städ AB'], null])
  const second = await page(first.next && { side: 'after', place: first.next })
  const third = await page(second.next && { side: 'after', place: second.next })
  expect([names(second), names(third), third.next, third.previous?.name]).toEqual([
    ['Zeta', 'Öberg'],
    ['Ek', 'Björk'],
    null,
    'Ek',
  ])
  const back = await page(third.previous && { side: 'before', place: third.previous })
  expect([names(back), back.previous?.name, back.next?.name]).toEqual([['Zeta', 'Öberg'], 'Zeta', 'Öberg'])
  const start = await page(back.previous && { side: 'before', place: back.previous })
  expect([names(start), start.previous]).toEqual([['Väktarn', 'Lind Städ AB'], null])
})

test('finds a word within a name or by its category, and a two-letter word only at the start of a word', async () => {
  await add('100% Rent')
  await add('Xylo', { category: 'garden' })
  const words = await add('Kvist & Co', { category: 'other' })
  await add('Bok', { category: 'other' })
  const service = {
    company_id: words,
    title: 'Klippa',
    base_price_cents: 100_00,
    duration_min: 60,
    category: 'hair' as const,
  }
  const { id } = await house.db.insertInto('services').values(service).returning('id').executeTakeFirstOrThrow()
  expect(await find('q=rent')).toEqual(['100% Rent'])
  expect(await find('q=00%25')).toEqual(['100% Rent'])
  expect([await find('q=xy'), await find('q=lo')]).toEqual([['Xylo'], []])
  expect(await find('q=ylo')).toEqual(['Xylo'])
  expect(await find('q=frisör')).toEqual(['Kvist & Co'])
  const counts = async (query: string) =>
    Object.fromEntries(
      (await countByCategory(house.db, search(query))).map(({ category, companies }) => [category, companies]),
    )
  expect([await counts(''), await counts('q=frisör')]).toEqual([
    { cleaning: 2, garden: 1, other: 2 },
    { cleaning: 0, garden: 0, other: 1 },
  ])
  expect(await find('category=other')).toEqual(['Bok', 'Kvist & Co'])
  await house.db.updateTable('services').set({ active: false }).where('id', '=', id).execute()
  expect(await find('q=frisör')).toEqual([])
  await house.db.updateTable('services').set({ active: true, deleted_at: now }).where('id', '=', id).execute()
  expect(await find('q=frisör')).toEqual([])
})

test('a page has 24 companies, and says whether the postcode has any at all', async () => {
  for (let at = 0; at < 24; at++) await add(`Firma ${String(at).padStart(2, '0')}`)
  const { companies, next, hasCompanies, counts } = await readDirectory(house, search())
  expect([companies.length, next?.name, hasCompanies, counts]).toEqual([24, 'Firma 23', true, { cleaning: 25 }])
  const nobody = await readDirectory(house, { ...search(), postcode: '00000' })
  expect(nobody).toMatchObject({ companies: [], next: null, previous: null, hasCompanies: false, area: null })
  const none = await readDirectory(house, search('q=finnsinte'))
  expect(none).toMatchObject({ companies: [], hasCompanies: true })
})

describe('the list of companies with a free time', () => {
  const free = async (ids: readonly string[], from: ReturnType<typeof search>['from'] = null, size = 2) => {
    const asked: number[] = []
    const page = await selectFreePage(house.db, { ...search(), from }, size, {
      day: '2027-02-03',
      now,
      areFree: async (some) => {
        asked.push(some.length)
        return new Set(some.filter((id) => ids.includes(id)))
      },
    })
    return { ...page, asked }
  }
  const many = async (count: number) => {
    const ids: string[] = []
    for (let at = 0; at < count; at++) {
      const id = await add(`Firma ${String(at).padStart(3, '0')}`)
      ids.push(id)
      const service = {
        company_id: id,
        title: 'x',
        base_price_cents: 100_00,
        duration_min: 60,
        category: 'cleaning' as const,
      }
      await house.db.insertInto('services').values(service).execute()
      await house.db
        .insertInto('opening_hours')
        .values({ company_id: id, weekday: 3, opens: '08:00', closes: '17:00' })
        .execute()
    }
    return ids
  }

  test('fills a page as far as it goes, and continues after the last company shown', async () => {
    const ids = await many(5)
    await add('Har inget att boka')
    const [, b, c, d] = ids
    const wanted = [b, c, d].map(String)
    const first = await free(wanted)
    expect([names(first), first.next?.name, first.previous, first.asked]).toEqual([
      ['Firma 001', 'Firma 002'],
      'Firma 002',
      null,
      [2, 2],
    ])
    const second = await free(wanted, first.next && { side: 'after', place: first.next })
    expect([names(second), second.next, second.previous?.name]).toEqual([['Firma 003'], null, 'Firma 003'])
    const back = await free(wanted, second.previous && { side: 'before', place: second.previous })
    expect([names(back), back.next?.name]).toEqual([['Firma 001', 'Firma 002'], 'Firma 003'])
    const all = await free([String(ids[0]), String(ids[1])])
    expect([names(all), all.next?.name]).toEqual([['Firma 000', 'Firma 001'], 'Firma 001'])
    const none = await free([], first.next && { side: 'after', place: first.next })
    expect([none.companies, none.next, none.previous?.name]).toEqual([[], null, 'Firma 002'])
    // A page filled by the very last company has no next page; one filled by the last but one may have.
    const three = [ids[0], b, d]
    const [last, lastButOne] = [
      await free([...three, shop.companyId].map(String), null, 4),
      await free([...three, ids[4]].map(String), null, 4),
    ]
    expect([names(last).at(-1), last.next, names(lastButOne).at(-1), lastButOne.next?.name]).toEqual([
      ...['Lind Städ AB', null],
      ...['Firma 004', 'Firma 004'],
    ])
  })

  test('checks at most 96 companies for a page, and the next page continues there', async () => {
    await many(99)
    const look = await free([], null, 24)
    expect([look.asked, look.companies, look.next?.name]).toEqual([[24, 24, 24, 24], [], 'Firma 095'])
  })
})

test('lists active security partners by name in their areas, and newest first among all', async () => {
  const { db } = house
  // Uses a far date, since a database constraint compares permits with the database's own clock and rejects an active
  // partner whose permit has lapsed.
  const onTheLastDay = new Date('2199-12-31T09:00:00Z')
  const codes = ['75001', '75002'].map((code) => ({ code, name: code, latitude: 59, longitude: 18 }))
  await db
    .insertInto('postcodes')
    .values(codes)
    .onConflict((known) => known.doNothing())
    .execute()
  const partner = async (name: string, area: string, created_at: string) => {
    const id = await add(name, { created_at: new Date(created_at), review_state: 'approved' })
    await givePermit(house, id, '2199-12-31', { areas: [area] })
    await db
      .updateTable('companies')
      .set({ is_security_partner: true, security_status: 'active' })
      .where('id', '=', id)
      .execute()
    return id
  }
  await partner('Örn', '75001', '2027-01-03')
  await partner('Zorn', '75001', '2027-01-01')
  const ask = await partner('Ask', '75002', '2027-01-02')
  await add('Väntar', { is_security_partner: true, security_status: 'pending' })
  const active = async (code: string, most = 9) =>
    (await selectActivePartners(db, code, onTheLastDay, most)).map(({ name }) => name)
  expect([await active('75001'), await active('75001', 1), await active('75002')]).toEqual([
    ['Zorn', 'Örn'],
    ['Zorn'],
    ['Ask'],
  ])
  const all = async (most = 9) => (await selectSafetyPartners(db, most, onTheLastDay)).map(({ name }) => name)
  expect([await all(), await all(2)]).toEqual([
    ['Örn', 'Ask', 'Zorn'],
    ['Örn', 'Ask'],
  ])
  expect(await selectSafetyPartners(db, 9, new Date('2200-01-01T09:00:00Z'))).toEqual([])
  await db.updateTable('companies').set({ review_state: 'hidden', hidden_reason: 'x' }).where('id', '=', ask).execute()
  expect([await active('75002'), await all()]).toEqual([[], ['Örn', 'Zorn']])
})
