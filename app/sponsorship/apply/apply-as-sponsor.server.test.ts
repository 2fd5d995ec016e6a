import { describe, expect, test } from 'vitest'
import { currentTerms } from '~/accounts/public.server'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { ofMany } from '../../../test/support/pace/long'
import { joinAsMember } from '../../../test/support/people'
import {
  acceptedEarlierTerms,
  companyOf,
  earlierTerms,
  givePermit,
  joinAlone,
  joinAsAdmin,
  joinIn,
  monthsFrom,
  slotsOf,
  sponsorForm,
  termsAcceptedBy,
} from '../../../test/support/sponsorship'
import { applyAsSponsor } from './apply-as-sponsor.server'

const house = useHouse()

test('applying as a sponsor reserves the month, sets plan and partner status, and mails how to pay', async () => {
  const company = await joinAlone(house)
  const [, next = ''] = monthsFrom(house)
  await acceptedEarlierTerms(house, company)
  house.woken.length = 0
  valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(next)))
  expect(house.woken).toEqual(['messages'])
  expect(await termsAcceptedBy(house, company)).toEqual([earlierTerms, currentTerms()])

  const row = await companyOf(house, company)
  expect(row).toMatchObject({ plan: 'sponsor', is_security_partner: true, security_status: 'pending' })
  const slots = await house.db.selectFrom('sponsor_slots').selectAll().where('company_id', '=', row.id).execute()
  expect(slots).toMatchObject([
    {
      month: `${next}-01`,
      status: 'reserved',
      includes_rondstop: true,
      price_cents: 995_00,
      postcode: row.postcode,
      activated_at: null,
    },
  ])
  const mail = (await house.deliver()).find(({ subject }) => subject === 'Vi har fått er ansökan: Huvudsponsor')
  expect(mail?.recipient).toBe(row.email)
  expect(mail?.text).toContain('Betala med Swish senast')
})

test('the current month and the eleventh after it can be booked', async () => {
  const months = monthsFrom(house)
  for (const month of [months.at(0), months.at(-1)]) {
    const { signedIn } = await joinAlone(house)
    expect(await applyAsSponsor(house, signedIn, sponsorForm(month ?? ''))).toEqual({ ok: true, value: null })
  }
})

test.each([
  ['no month', {}, { month: 'Välj en månad' }],
  ['an empty month', { month: '' }, { month: 'Välj en månad' }],
  ['the previous month', { month: -1 }, { month: 'Välj bland de 12 månaderna som visas' }],
  ['the month after the last offered', { month: 12 }, { month: 'Välj bland de 12 månaderna som visas' }],
  ['a month of a later year', { month: 30 }, { month: 'Välj bland de 12 månaderna som visas' }],
  [
    'a value that is not a month',
    { month: "2026-11'; drop table sponsor_slots" },
    { month: 'Välj bland de 12 månaderna som visas' },
  ],
  ['a thirteenth month of the year', { month: '2027-13' }, { month: 'Välj bland de 12 månaderna som visas' }],
  ['terms that are not accepted', { month: 2, terms: '' }, { terms: 'Du måste godkänna villkoren' }],
  ['an empty form', { terms: '' }, { month: 'Välj en månad', terms: 'Du måste godkänna villkoren' }],
])('refuses %s and books nothing', async (_, given: { month?: number | string; terms?: string }, fields) => {
  const company = await joinAlone(house)
  const form: Record<string, string> = { terms: given.terms ?? 'on' }
  if (given.month !== undefined) form.month = monthValue(given.month)
  const refusal = refusalFrom(await applyAsSponsor(house, company.signedIn, form))
  expect(refusal).toMatchObject({ title: 'Ett fel uppstod', fields })
  expect(Object.keys(refusal.fields)).toEqual(Object.keys(fields))
  const row = await companyOf(house, company)
  expect(await slotsOf(house, 'sponsor_slots', row.id)).toEqual([])
  expect(row.plan).toBe('base')
})

/** A number is an offset in months from the current one. */
function monthValue(given: number | string): string {
  if (typeof given === 'string') return given
  const now = house.clock.now()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + given, 15)).toISOString().slice(0, 7)
}

describe('applying as a sponsor is refused to', () => {
  test.each([
    ['a resident', joinAsMember],
    ['an admin', joinAsAdmin],
  ])('%s', async (_, join) => {
    const { signedIn } = await join(house)
    const [month = ''] = monthsFrom(house)
    const refusal = refusalFrom(await applyAsSponsor(house, signedIn, sponsorForm(month)))
    expect(refusal.title).toBe('Du måste ha ett registrerat företag för att ansöka')
  })

  test('a closed company', async () => {
    const company = await joinAlone(house)
    const { id } = await companyOf(house, company)
    await house.db.updateTable('companies').set({ deleted_at: house.clock.now() }).where('id', '=', id).execute()
    const refusal = refusalFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(monthsFrom(house)[0] ?? '')))
    expect(refusal.title).toBe('Du måste ha ett registrerat företag för att ansöka')
  })

  test('a hidden company', async () => {
    const company = await joinAlone(house)
    const { id } = await companyOf(house, company)
    await house.db
      .updateTable('companies')
      .set({ review_state: 'hidden', hidden_reason: 'Saknar F-skatt' })
      .where('id', '=', id)
      .execute()
    const refusal = refusalFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(monthsFrom(house)[0] ?? '')))
    expect(refusal.message).toContain('dolt')
    expect(await slotsOf(house, 'sponsor_slots', id)).toEqual([])
  })
})

test('a guard company keeps its active status while its next month is unpaid', async () => {
  const company = await joinAlone(house)
  const { id } = await companyOf(house, company)
  await givePermit(house, id, '2999-12-31')
  await house.db
    .updateTable('companies')
    .set({ is_security_partner: true, security_status: 'active' })
    .where('id', '=', id)
    .execute()
  valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(monthsFrom(house)[3] ?? '')))
  expect(await companyOf(house, company)).toMatchObject({ plan: 'sponsor', security_status: 'active' })
})

test('a sponsor month is exclusive within its postcode, and can be booked again after release', async () => {
  const [month = ''] = monthsFrom(house)
  const [first, elsewhere, second] = [
    await joinIn(house, '30001'),
    await joinIn(house, '30002'),
    await joinIn(house, '30001'),
  ]
  valueFrom(await applyAsSponsor(house, first.signedIn, sponsorForm(month)))
  valueFrom(await applyAsSponsor(house, elsewhere.signedIn, sponsorForm(month)))
  const refusal = refusalFrom(await applyAsSponsor(house, second.signedIn, sponsorForm(month)))
  expect(refusal).toMatchObject({ title: 'Ett fel uppstod', fields: { month: 'Den månaden är redan bokad' } })
  expect(await companyOf(house, second)).toMatchObject({ plan: 'base', is_security_partner: false })

  await house.db.updateTable('sponsor_slots').set({ status: 'released' }).where('postcode', '=', '30001').execute()
  valueFrom(await applyAsSponsor(house, second.signedIn, sponsorForm(month)))
})

describe('race condition', () => {
  const [rounds, crowd] = [ofMany(20, 2), ofMany(100, 60)]

  test(`of ${crowd} companies exactly one gets the month, ${rounds} times over`, async () => {
    const postcode = '40000'
    const companies = []
    for (let made = 0; made < crowd; made++) companies.push(await joinIn(house, postcode))
    const month = monthsFrom(house)[4] ?? ''

    for (let round = 0; round < rounds; round++) {
      const outcomes = await Promise.all(
        companies.map(({ signedIn }) => applyAsSponsor(house, signedIn, sponsorForm(month))),
      )
      const won = outcomes.filter(({ ok }) => ok)
      const lost = outcomes.filter((outcome) => !outcome.ok && outcome.fields.month === 'Den månaden är redan bokad')
      expect([won.length, lost.length]).toEqual([1, crowd - 1])

      const slots = await house.db
        .selectFrom('sponsor_slots')
        .select('company_id')
        .where('postcode', '=', postcode)
        .execute()
      expect(slots).toHaveLength(1)
      const sponsors = await house.db
        .selectFrom('companies')
        .select('id')
        .where('postcode', '=', postcode)
        .where((where) => where.or([where('plan', '=', 'sponsor'), where('is_security_partner', '=', true)]))
        .execute()
      // The companies that were refused keep their plan and flags.
      expect(sponsors.map(({ id }) => id)).toEqual(slots.map(({ company_id }) => company_id))

      await house.db.deleteFrom('sponsor_slots').where('postcode', '=', postcode).execute()
      await house.db
        .updateTable('companies')
        .set({ plan: 'base', is_security_partner: false, security_status: null })
        .where('postcode', '=', postcode)
        .execute()
    }
  })

  test(`one of two tabs of a company gets the month, in ${rounds} rounds`, async () => {
    const company = await joinAlone(house)
    const { id } = await companyOf(house, company)
    const month = monthsFrom(house)[5] ?? ''
    for (let round = 0; round < rounds; round++) {
      const tabs = await Promise.all([1, 2].map(() => applyAsSponsor(house, company.signedIn, sponsorForm(month))))
      expect(tabs.filter(({ ok }) => ok)).toHaveLength(1)
      expect(refusalFrom(tabs.find(({ ok }) => !ok) ?? { ok: true, value: null }).fields).toEqual({
        month: 'Den månaden är redan bokad',
      })
      expect(await slotsOf(house, 'sponsor_slots', id)).toHaveLength(1)
      await house.db.deleteFrom('sponsor_slots').where('company_id', '=', id).execute()
    }
  })
})
