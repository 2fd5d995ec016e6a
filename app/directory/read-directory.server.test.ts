import { beforeAll, describe, expect, test } from 'vitest'
import { firstDay, monthOf } from '~/shared/month'
import { letBeCalled } from '../../test/support/guards'
import { useHouse } from '../../test/support/house'
import { listCompany, listService } from '../../test/support/listings'
import { directoryAddress, readDirectorySearch } from './directory-search'
import { pageSize, readDirectory, readNeighbourCompanies, readSafetyPartners } from './read-directory.server'

const house = useHouse()

/** Each test uses a postcode of its own. */
let used = 20_000
const newPostcode = () => String(++used)

const directory = (query: string) => readDirectory(house, readDirectorySearch(new URLSearchParams(query)))
const namesIn = async (query: string) => (await directory(query)).companies.map(({ name }) => name)

describe('the order of the directory', () => {
  test('is partners first, then by package, then by name in Swedish collation', async () => {
    const postcode = newPostcode()
    for (const name of ['Öberg', 'Zorn', 'Åberg', 'Ärla', 'ek', 'Ask']) await listCompany(house.db, { name, postcode })
    await listCompany(house.db, { name: 'Sponsor utan märke', postcode, plan: 'sponsor' })
    await listCompany(house.db, { name: 'Säsong', postcode, plan: 'season' })
    await listCompany(house.db, { name: 'Vakt B', postcode, plan: 'sponsor', is_security_partner: true })
    await listCompany(house.db, { name: 'Vakt A', postcode, plan: 'sponsor', is_security_partner: true })
    await listCompany(house.db, { name: 'Vakt Ö', postcode, is_security_partner: true })
    expect(await namesIn(`postal=${postcode}`)).toEqual([
      ...['Vakt Ö', 'Vakt A', 'Vakt B'],
      ...['Ask', 'ek', 'Zorn', 'Åberg', 'Ärla', 'Öberg'],
      ...['Säsong', 'Sponsor utan märke'],
    ])
  })

  test('is the same among the companies shown on other pages', async () => {
    const postcode = newPostcode()
    for (const name of ['C', 'A', 'B']) await listCompany(house.db, { name, postcode })
    const companies = await readNeighbourCompanies(house, postcode, 2)
    expect(companies.map(({ name }) => name)).toEqual(['A', 'B'])
  })
})

describe('a search', () => {
  const postcode = newPostcode()
  const found = (q: string) => namesIn(`postal=${postcode}&q=${encodeURIComponent(q)}`)

  beforeAll(async () => {
    const { db } = house
    const lind = await listCompany(db, { name: 'Lind & Son', postcode, category: 'cleaning' })
    await listService(db, lind, { title: 'Fönsterputsning', category: 'cleaning' })
    await listCompany(db, { name: 'Salong Älvsjö', postcode, category: 'hair' })
    const hands = await listCompany(db, { name: 'Flinka Fingrar', postcode, category: 'other' })
    await listService(db, hands, { title: 'Gräsklippning', category: 'garden' })
    await listService(db, hands, { title: 'Tapetsering', category: 'other', active: false })
    await listService(db, hands, { title: 'Möbelflytt', category: 'other', deleted_at: new Date() })
    await listCompany(db, { name: '100 % Rent', postcode, category: 'cleaning' })
  })

  test.each([
    // By name: with and without diacritics, in full and in part, with typos.
    ['Lind', ['Lind & Son']],
    ['lind son', ['Lind & Son']],
    ['alvsjo', ['Salong Älvsjö']],
    ['ÄLVSJÖ', ['Salong Älvsjö']],
    ['älvsjjö', ['Salong Älvsjö']],
    ['lvsj', ['Salong Älvsjö']],
    // By category, in Swedish.
    ['städning', ['100 % Rent', 'Lind & Son']],
    ['stadning', ['100 % Rent', 'Lind & Son']],
    ['staädning', ['100 % Rent', 'Lind & Son']],
    ['frisor', ['Salong Älvsjö']],
    // By service: by title or by category.
    ['fönsterputsning', ['100 % Rent', 'Lind & Son']],
    ['fonsterputsnig', ['100 % Rent', 'Lind & Son']],
    ['gräsklipning', ['Flinka Fingrar']],
    ['trädgård', ['Flinka Fingrar']],
    // Every word must match.
    ['städning lind', ['Lind & Son']],
    ['städning älvsjö', []],
    // Services that are no longer offered are not found.
    ['tapetsering', []],
    ['möbelflytt', []],
    // Short words, and characters with a meaning in LIKE or SQL.
    ['l', ['Lind & Son']],
    ['100', ['100 % Rent']],
    ['100%', ['100 % Rent']],
    ['_____', ['100 % Rent', 'Flinka Fingrar', 'Lind & Son', 'Salong Älvsjö']],
    ["'; drop table companies", []],
    ['\\', ['100 % Rent', 'Flinka Fingrar', 'Lind & Son', 'Salong Älvsjö']],
    ['finns inte', []],
  ])('for "%s" finds %j', async (q, names) => {
    expect(await found(q)).toEqual(names)
  })

  test('finds a company by its new name and not by its old one', async () => {
    await house.db
      .updateTable('companies')
      .set({ name: 'Blixtrent' })
      .where('postcode', '=', postcode)
      .where('name', '=', '100 % Rent')
      .execute()
    expect(await found('blixtrnt')).toEqual(['Blixtrent'])
    expect(await found('100')).toEqual([])
  })
})

describe('categories', () => {
  test('are counted within the search, whatever category is chosen, and narrow the list', async () => {
    const postcode = newPostcode()
    for (const name of ['Ren', 'Renare']) await listCompany(house.db, { name, postcode, category: 'cleaning' })
    await listCompany(house.db, { name: 'Vov', postcode, category: 'dog' })
    await listCompany(house.db, {
      name: 'Gömd',
      postcode,
      category: 'hair',
      review_state: 'hidden',
      hidden_reason: 'Ej seriös',
    })
    const { companies, counts } = await directory(`postal=${postcode}&q=Renare&category=cleaning`)
    expect(companies.map(({ name }) => name)).toEqual(['Renare'])
    expect(counts).toEqual({ cleaning: 1, dog: 0 })
    expect((await directory(`postal=${postcode}`)).counts).toEqual({ cleaning: 2, dog: 1 })
    expect(await namesIn(`postal=${postcode}&category=dog`)).toEqual(['Vov'])
    expect(await namesIn(`postal=${postcode}&category=hair`)).toEqual([])
  })

  test('are shown with whether the area has any company, also when the search finds none', async () => {
    const [empty, other] = [newPostcode(), newPostcode()]
    await listCompany(house.db, { name: 'Ren', postcode: other, category: 'cleaning' })
    const hasAny = async (postcode: string) => (await directory(`postal=${postcode}&q=elefant`)).hasCompanies
    expect([await hasAny(empty), await hasAny(other)]).toEqual([false, true])
  })
})

test('no list shows companies that are hidden or deleted, and the directory none of another postcode', async () => {
  const postcode = newPostcode()
  const guards = async ({
    review_state = 'approved',
    hidden_reason = null,
    ...given
  }: Parameters<typeof listCompany>[1]) => {
    const id = await listCompany(house.db, { postcode, is_security_partner: true, ...given })
    await letBeCalled(house, id)
    await house.db.updateTable('companies').set({ review_state, hidden_reason }).where('id', '=', id).execute()
  }
  await guards({ name: 'Synlig' })
  await guards({ name: 'Gömd', review_state: 'hidden', hidden_reason: 'Ej seriös' })
  await guards({ name: 'Borttagen', deleted_at: new Date() })
  await guards({ name: 'Annanstans', postcode: newPostcode() })
  expect(await namesIn(`postal=${postcode}`)).toEqual(['Synlig'])
  const partners = (await readSafetyPartners(house, 100)).map(({ name }) => name)
  expect(partners.slice(0, 2)).toEqual(['Annanstans', 'Synlig'])
  expect(partners).not.toContain('Gömd')
  expect(partners).not.toContain('Borttagen')
  // A company that is not approved is not listed among the security partners.
  await guards({ name: 'Polisen Älvsjö', review_state: 'waiting' })
  expect((await readSafetyPartners(house, 100)).map(({ name }) => name)).not.toContain('Polisen Älvsjö')
  const cards = await readNeighbourCompanies(house, postcode, 10)
  expect(cards.map(({ name, takes_alarms }) => [name, takes_alarms]).sort()).toEqual([
    ['Polisen Älvsjö', false],
    ['Synlig', true],
  ])
})

describe('pages', () => {
  const postcode = newPostcode()
  const all = 2 * pageSize + 3

  beforeAll(async () => {
    for (let number = 0; number < all; number++) {
      // Some share a name, so that the id decides their order.
      const name = `Företag ${String(Math.floor(number / 2)).padStart(2, '0')}`
      await listCompany(house.db, {
        name,
        postcode,
        is_security_partner: number % 10 === 0,
        plan: number % 3 === 0 ? 'season' : 'base',
      })
    }
  })

  test('follow each other in both directions without missing or repeating a company', async () => {
    const forwards = await walk('after', 'next')
    expect(forwards.map(({ ids }) => ids.length)).toEqual([pageSize, pageSize, 3])
    expect(new Set(forwards.flatMap(({ ids }) => ids)).size).toBe(all)
    expect(forwards.map(({ page }) => [page.previous !== null, page.next !== null])).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ])
    const backwards = await walk('before', 'previous', forwards.at(-1)?.address)
    expect(backwards.map(({ ids }) => ids)).toEqual(forwards.map(({ ids }) => ids).toReversed())
  })

  test('continue from their place when the company there has been deleted', async () => {
    const first = await directory(`postal=${postcode}`)
    const place = first.next
    await house.db
      .updateTable('companies')
      .set({ deleted_at: new Date() })
      .where('id', '=', place?.id ?? '')
      .execute()
    const second = await directory(directoryAddress({ postcode, from: place && { side: 'after', place } }))
    expect(second.companies).toHaveLength(pageSize)
    const seen = new Set(first.companies.map(({ id }) => id))
    expect(second.companies.filter(({ id }) => seen.has(id))).toEqual([])
  })

  async function walk(side: 'after' | 'before', on: 'next' | 'previous', start = `?postal=${postcode}`) {
    const pages = []
    let address: string | null = start
    while (address) {
      const page = await directory(address)
      pages.push({ address, page, ids: page.companies.map(({ id }) => id) })
      const place = page[on]
      address = place && directoryAddress({ postcode, from: { side, place } })
    }
    return pages
  }
})

test('badges show for months that are paid, and not for reserved ones', async () => {
  const postcode = newPostcode()
  const month = firstDay(monthOf(house.clock.now()))
  const slot = { postcode, month, price_cents: 995_00 }
  const approved = { postcode, review_state: 'approved' } as const
  const active = await listCompany(house.db, { name: 'Betald', ...approved })
  await house.db
    .insertInto('sponsor_slots')
    .values({ ...slot, company_id: active, status: 'active' })
    .execute()
  const season = await listCompany(house.db, { name: 'Säsong', ...approved })
  await house.db
    .insertInto('season_slots')
    .values({ company_id: season, month, price_cents: 1_995_00, campaign_title: 'Vår', status: 'active' })
    .execute()
  const reserved = await listCompany(house.db, { name: 'Obetald', ...approved })
  await house.db
    .insertInto('season_slots')
    .values({ company_id: reserved, month, price_cents: 1_995_00, campaign_title: 'Vår', status: 'reserved' })
    .execute()
  const { companies } = await directory(`postal=${postcode}`)
  expect(companies.map(({ name, badges }) => [name, badges.sponsorOfMonth, badges.seasonPartner])).toEqual([
    ['Betald', true, false],
    ['Obetald', false, false],
    ['Säsong', false, true],
  ])
})
