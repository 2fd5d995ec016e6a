import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useHouse } from '../../test/support/house'
import { joinAsAdmin, joinAsCompany, joinAsMember, type Resident } from '../../test/support/people'
import { readAdminSearch } from './company-search'
import { exportCompanyList } from './export-companies-list.server'
import { listCompaniesForAdmin } from './list-companies-for-admin.server'

const house = useHouse()
let admin: Resident

const list = (query: string) =>
  listCompaniesForAdmin(house, admin.signedIn, readAdminSearch(new URLSearchParams(query)))
const namesIn = async (query: string) => (await list(query)).companies.map(({ name }) => name)

beforeAll(async () => {
  admin = await joinAsAdmin(house)
  await house.db.deleteFrom('companies').execute()
  const add = async (companyName: string, change: Record<string, unknown>, orgNumber = '556016-0680') => {
    const { email } = await joinAsCompany(house, { companyName, orgNumber })
    await house.db.updateTable('companies').set(change).where('email', '=', email).execute()
  }
  await add('Väntande Ett', { review_state: 'waiting' })
  await add('Godkänd', { review_state: 'approved', email: 'hej_da@godkand.example' }, '559000-1234')
  await add('Dold', { review_state: 'hidden', hidden_reason: 'x' })
  await add('Borta', { deleted_at: new Date() })
  await add('Väntande Två', { review_state: 'waiting' })
  await add('Ny 100 % Godkänd', { review_state: 'approved' })
})

test.each([
  ['', ['Väntande Två', 'Väntande Ett', 'Ny 100 % Godkänd', 'Borta', 'Dold', 'Godkänd']],
  ['visa=waiting', ['Väntande Två', 'Väntande Ett']],
  ['visa=approved', ['Ny 100 % Godkänd', 'Godkänd']],
  ['visa=hidden', ['Dold']],
  ['visa=deleted', ['Borta']],
  ['visa=nonsens&after=0.nonsens', ['Väntande Två', 'Väntande Ett', 'Ny 100 % Godkänd', 'Borta', 'Dold', 'Godkänd']],
  ['q=vantande', ['Väntande Två', 'Väntande Ett']],
  ['q=VÄNTANDE+två', ['Väntande Två']],
  ['q=559000-1234', ['Godkänd']],
  ['q=5590001234', ['Godkänd']],
  ['q=hej_da%40godkand', ['Godkänd']],
  ['q=100+%25', ['Ny 100 % Godkänd']],
  ['q=%25', ['Ny 100 % Godkänd']],
  ['q=finns+inte', []],
  ['q=god&visa=hidden', []],
])('the list for the query ?%s', async (query, names) => {
  expect(await namesIn(query)).toEqual(names)
})

test('the number of waiting companies is counted, whatever list is shown', async () => {
  expect((await list('visa=hidden')).waiting).toEqual({ count: 2, isMore: false })
})

test('only administrators can read the list', async () => {
  const member = await joinAsMember(house)
  await expect(listCompaniesForAdmin(house, member.signedIn, readAdminSearch(new URLSearchParams()))).rejects.toThrow(
    'not allowed',
  )
})

describe('the list of 5000 companies', () => {
  beforeAll(async () => {
    // On the owner's connection, which does not have the application's timeouts.
    await house.asOwner(`
      insert into companies (name, org_number, category, address, postcode, email, phone, review_state)
      select 'Bolag ' || n, 'O-' || n, 'other', 'Vägen ' || n, '12540', 'b' || n || '@exempel.se', '+46701740000',
        case when n % 100 = 0 then 'waiting' else 'approved' end
      from generate_series(1, 5000) n`)
    await house.asOwner('analyze companies')
  })

  test('is paged by keyset, each company once and waiting ones first', async () => {
    const seen: string[] = []
    const states: string[] = []
    let query: string | null = 'q=bolag'
    for (let pages = 0; query && pages < 5; pages++) {
      const { companies, next }: Awaited<ReturnType<typeof list>> = await list(query)
      seen.push(...companies.map(({ id }) => id))
      states.push(...companies.map(({ state }) => state))
      query = next && `q=bolag&after=${next}`
    }
    expect(new Set(seen).size).toBe(125)
    expect(states).toEqual([...Array(50).fill('waiting'), ...Array(75).fill('approved')])
  })

  test.each([
    ['the first page', '', 'companies_in_admin_order'],
    [
      'a later page',
      `where ((((review_state = 'waiting' and deleted_at is null)::int)), id) < (0, '0190a000-0000-7000-8000-000000000000')`,
      'companies_in_admin_order',
    ],
    [
      'a search',
      `where company_admin_text(name, email, org_number) like '%' || plain_text('%bolag 4711%') || '%'`,
      'companies_for_admins',
    ],
  ])('uses an index for %s', async (_, condition, index) => {
    const { rows } = await sql
      .raw<{ 'QUERY PLAN': string }>(
        `explain select id from companies ${condition}
         order by (((review_state = 'waiting' and deleted_at is null)::int)) desc, id desc limit 26`,
      )
      .execute(house.db)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index)
  })

  test('counts the waiting ones to a hundred', async () => {
    await house.asOwner(`update companies set review_state = 'waiting' where name like 'Bolag 1%'`)
    expect((await list('')).waiting).toEqual({ count: 100, isMore: true })
  })
})

test('the exported file has every company of the search', async () => {
  const lines: string[] = []
  const search = readAdminSearch(new URLSearchParams('visa=waiting&q=vantande'))
  for await (const line of await exportCompanyList(house, admin.signedIn, search)) lines.push(line)
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/^Väntande Två;556016-0680;Städning;12540;.*;Bas;Att granska;/)
})
