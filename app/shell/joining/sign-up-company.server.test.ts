import { expect, test } from 'vitest'
import { billCompanies } from '~/payments/public.server'
import { holdWakes, useHouse } from '../../../test/support/house'
import { openChargesOf } from '../../../test/support/money'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { companyForm, enter, joinAsAmbassador } from '../../../test/support/people'
import { signUpCompany } from './sign-up-company.server'
import { addressAfterSignUp, addressWithAccount, chosenPackage } from './where-next'

const house = useHouse()
holdWakes(house)

const signUp = async (given: Record<string, string> = {}) =>
  enter(house, valueFrom(await signUpCompany(house, await house.visitor(), companyForm(given))).cookies)

const profileOf = (email = '') =>
  house.db.selectFrom('profiles').selectAll().where('email', '=', email).executeTakeFirst()

test('creates the account and the company with everything that was filled in', async () => {
  const { signedIn, email } = await signUp({ referredBy: '073-555 66 77', plan: 'season' })
  expect(signedIn.person).toMatchObject({ role: 'company', memberStatus: null, name: 'Lind Städ AB' })

  const company = await house.db
    .selectFrom('companies')
    .selectAll()
    .where('owner_id', '=', signedIn.person.id)
    .executeTakeFirst()
  expect(company).toMatchObject({
    name: 'Lind Städ AB',
    org_number: '556016-0680',
    category: 'cleaning',
    address: 'Götalandsvägen 1',
    postcode: '12540',
    phone: '+46812345678',
    email,
    referred_by_phone: '+46735556677',
    plan: 'base',
    is_security_partner: false,
  })
})

test('tells the ambassador at once when a company names their verified number', async () => {
  const { email } = await joinAsAmbassador(house, { phone: '070-174 12 90' })
  await house.deliver()
  await signUp({ referredBy: '070-174 12 90', companyName: 'Tipsad AB' })
  const told = (await house.deliver()).filter(({ recipient }) => recipient === email)
  expect(told.map(({ text }) => text.includes('Tipsad AB'))).toEqual([true])
})

test('charges the base package from the month after signing up', async () => {
  const { signedIn } = await signUp()
  const { id: companyId } = await house.db
    .selectFrom('companies')
    .select('id')
    .where('owner_id', '=', signedIn.person.id)
    .executeTakeFirstOrThrow()
  const asked = async () => {
    await billCompanies(house)
    return new Set((await openChargesOf(house.db, { companyId })).map(({ kind }) => kind))
  }
  expect(await asked()).toEqual(new Set())
  house.clock.forward({ days: 31 })
  expect(await asked()).toEqual(new Set(['base']))
})

test.each([
  ['base', '/dashboard', '/dashboard', null],
  ['sponsor', '/dashboard?paket=sponsor', '/sponsor/apply', 'sponsor'],
  ['season', '/dashboard?paket=season', '/season/apply', 'season'],
])(
  'signing up for %s gives the base package until a month is paid, and continues to %s',
  async (plan, next, applied, shown) => {
    const { signedIn } = await signUp({ plan })
    const company = await house.db
      .selectFrom('companies')
      .select('plan')
      .where('owner_id', '=', signedIn.person.id)
      .executeTakeFirst()
    expect(company?.plan).toBe('base')
    expect(addressAfterSignUp(plan)).toBe(next)
    expect([addressWithAccount('company', plan), addressWithAccount('member', plan)]).toEqual([applied, '/dashboard'])
    const query = new URL(next, house.config.origin).searchParams
    expect([chosenPackage(query, 'base'), chosenPackage(query, 'sponsor'), chosenPackage(query, 'season')]).toEqual([
      shown,
      null,
      null,
    ])
  },
)

test('gives the base package when none is chosen', async () => {
  const form = companyForm()
  delete form.plan
  await signUpCompany(house, await house.visitor(), form)
  const company = await house.db
    .selectFrom('companies')
    .select('plan')
    .where('email', '=', form.email ?? '')
    .executeTakeFirst()
  expect(company?.plan).toBe('base')
})

test('stores the registration number as it was typed', async () => {
  const { signedIn } = await signUp({ orgNumber: 'under registrering' })
  const company = await house.db
    .selectFrom('companies')
    .select('org_number')
    .where('owner_id', '=', signedIn.person.id)
    .executeTakeFirst()
  expect(company?.org_number).toBe('under registrering')
})

test.each([
  ['no company name', { companyName: '' }, 'companyName'],
  ['no organisation number', { orgNumber: '' }, 'orgNumber'],
  ['a company name of 201 characters', { companyName: 'a'.repeat(201) }, 'companyName'],
  ['an organisation number of 51 characters', { orgNumber: '5'.repeat(51) }, 'orgNumber'],
  ['an address of 301 characters', { address: 'a'.repeat(301) }, 'address'],
  ['an unknown category', { category: 'casino' }, 'category'],
  ['no address', { address: '' }, 'address'],
  ['a phone of letters', { phone: 'abc' }, 'phone'],
  ['a recruiter’s number of letters', { referredBy: 'abc' }, 'referredBy'],
  ['an unknown package', { plan: 'gratis' }, 'plan'],
  ['terms that are not accepted', { terms: '' }, 'terms'],
])('refuses %s at its field', async (_, wrong, field) => {
  const form = companyForm(wrong)
  const refusal = refusalFrom(await signUpCompany(house, await house.visitor(), form))
  expect(Object.keys(refusal.fields)).toEqual([field])
  expect(await profileOf(form.email)).toBeUndefined()
})

test('ignores a role in the form', async () => {
  const { signedIn } = await signUp({ role: 'admin', user_role: 'admin' })
  expect(signedIn.person.role).toBe('company')
})

test('creates no account when the company cannot be inserted (one transaction)', async () => {
  const form = companyForm({ address: 'Skuggvägen 404' })
  await house.asOwner(`alter table companies add constraint broken_for_a_test check (address <> 'Skuggvägen 404')`)
  await expect(signUpCompany(house, await house.visitor(), form)).rejects.toThrow('broken_for_a_test')
  expect(await profileOf(form.email)).toBeUndefined()
  expect(house.woken).not.toContain('account mail')
  expect(await house.deliver()).toEqual([])
})
