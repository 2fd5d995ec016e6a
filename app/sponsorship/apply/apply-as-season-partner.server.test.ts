import { expect, test } from 'vitest'
import { currentTerms } from '~/accounts/public.server'
import { lastDay, type Month, nextMonths } from '~/shared/month'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsMember } from '../../../test/support/people'
import {
  acceptedEarlierTerms,
  companyOf,
  earlierTerms,
  joinAlone,
  joinAsAdmin,
  monthsFrom,
  seasonForm,
  slotsOf,
  sponsorForm,
  termsAcceptedBy,
} from '../../../test/support/sponsorship'
import { applyAsSeasonPartner } from './apply-as-season-partner.server'
import { applyAsSponsor } from './apply-as-sponsor.server'

const house = useHouse()

const offersOf = (companyId: string) =>
  house.db.selectFrom('offers').selectAll().where('company_id', '=', companyId).execute()

test.each([
  [1, 1_995_00],
  [2, 3_990_00],
  [3, 5_985_00],
])('a season of %i months costs %i öre, is reserved, and records the accepted terms', async (count, totalOre) => {
  const company = await joinAlone(house)
  const months = monthsFrom(house, count)
  await acceptedEarlierTerms(house, company)
  house.woken.length = 0
  expect(valueFrom(await applyAsSeasonPartner(house, company.signedIn, seasonForm(months)))).toEqual({ totalOre })
  expect(house.woken).toEqual(['messages'])
  expect(await termsAcceptedBy(house, company)).toEqual([earlierTerms, currentTerms()])
  const { id, plan, is_security_partner } = await companyOf(house, company)
  expect({ plan, is_security_partner }).toEqual({ plan: 'season', is_security_partner: false })
  const slots = await slotsOf(house, 'season_slots', id)
  expect(slots.map(({ month, status, price_cents }) => ({ month, status, price_cents }))).toEqual(
    months.map((month) => ({ month: `${month}-01`, status: 'reserved', price_cents: 1_995_00 })),
  )
})

test('the campaign is an offer from the first chosen month to the last, even with a gap', async () => {
  const company = await joinAlone(house)
  const [first = '', , , fourth = '', , sixth = ''] = monthsFrom(house)
  valueFrom(await applyAsSeasonPartner(house, company.signedIn, seasonForm([sixth, first, fourth])))
  const { id, postcode } = await companyOf(house, company)
  expect(await offersOf(id)).toMatchObject([
    {
      title: 'Vårstäd i hela kvarteret',
      description: 'Fönster och förråd till fast pris.',
      valid_from: `${first}-01`,
      valid_to: lastDay(sixth as Month),
      postcode,
      is_active: true,
    },
  ])
})

test('a campaign description is optional', async () => {
  const company = await joinAlone(house)
  const form = seasonForm(monthsFrom(house, 1))
  const { description: _, ...withoutDescription } = form
  valueFrom(await applyAsSeasonPartner(house, company.signedIn, withoutDescription))
  const [offer] = await offersOf((await companyOf(house, company)).id)
  expect(offer?.description).toBe('')
})

const outside = 'Välj bland de 12 månaderna som visas'

test.each<[string, (months: Month[]) => Record<string, string>, Record<string, string>]>([
  ['no month', () => seasonForm([]), { months: 'Välj minst en månad' }],
  ['a form without the field for months', () => ({ title: 'Vår', terms: 'on' }), { months: 'Välj minst en månad' }],
  ['four months', (months) => seasonForm(months.slice(0, 4)), { months: 'Du kan välja max 3 månader' }],
  ['a month chosen twice', ([first = '2026-01']) => seasonForm([first, first]), { months: 'Välj varje månad en gång' }],
  ['the thirteenth month', ([first = '2026-01']) => seasonForm(nextMonths(first, 13).slice(-1)), { months: outside }],
  [
    'an offered month together with one that is not',
    ([first = '2026-01']) => seasonForm([first, '2020-01']),
    { months: outside },
  ],
  ['the same months ten years later', (months) => seasonForm(months.slice(0, 2).map(inTenYears)), { months: outside }],
  ['values that are not months', () => seasonForm(['november', '<script>']), { months: outside }],
  [
    'a title of white space',
    ([first = '']) => seasonForm([first], { title: ' \t ' }),
    { title: 'Ange en kampanjrubrik' },
  ],
  ['no title', ([first = '']) => ({ months: first, terms: 'on' }), { title: 'Ange en kampanjrubrik' }],
  [
    'terms that are not accepted',
    ([first = '']) => seasonForm([first], { terms: '' }),
    { terms: 'Du måste godkänna villkoren' },
  ],
])('%s is refused with its message, and nothing is booked', async (_, formFrom, fields) => {
  const company = await joinAlone(house)
  const refusal = refusalFrom(await applyAsSeasonPartner(house, company.signedIn, formFrom(monthsFrom(house))))
  expect(refusal).toMatchObject({ title: 'Ett fel uppstod', fields })
  expect(Object.keys(refusal.fields)).toEqual(Object.keys(fields))
  const { id, plan } = await companyOf(house, company)
  expect(await slotsOf(house, 'season_slots', id)).toEqual([])
  expect(await offersOf(id)).toEqual([])
  expect(plan).toBe('base')
})

const inTenYears = (month: Month) => `${Number(month.slice(0, 4)) + 10}${month.slice(4)}`

test('an empty application gets all its error messages at once', async () => {
  const { signedIn } = await joinAlone(house)
  const refusal = refusalFrom(await applyAsSeasonPartner(house, signedIn, {}))
  expect(Object.keys(refusal.fields)).toEqual(['months', 'title', 'terms'])
})

test.each([
  ['a resident', joinAsMember],
  ['an admin', joinAsAdmin],
])('%s cannot apply as a season partner', async (_, join) => {
  const { signedIn } = await join(house)
  const refusal = refusalFrom(await applyAsSeasonPartner(house, signedIn, seasonForm(monthsFrom(house, 1))))
  expect(refusal.title).toBe('Du måste ha ett registrerat företag för att ansöka')
})

test('companies can share a season month, but a company’s application is refused whole if it has one already', async () => {
  const [one, other] = [await joinAlone(house), await joinAlone(house)]
  const [first = '', second = ''] = monthsFrom(house)
  valueFrom(await applyAsSeasonPartner(house, one.signedIn, seasonForm([first])))
  valueFrom(await applyAsSeasonPartner(house, other.signedIn, seasonForm([first])))
  const again = await applyAsSeasonPartner(house, one.signedIn, seasonForm([first, second]))
  expect(refusalFrom(again)).toMatchObject({
    title: 'Ett fel uppstod',
    fields: { months: 'Den månaden är redan bokad' },
  })
  const { id } = await companyOf(house, one)
  expect(await slotsOf(house, 'season_slots', id)).toHaveLength(1)
  expect(await offersOf(id)).toHaveLength(1)
})

test('race condition: ten equal applications at the same time book one season', async () => {
  const company = await joinAlone(house)
  const form = seasonForm(monthsFrom(house, 3))
  const tabs = await Promise.all(Array.from({ length: 10 }, () => applyAsSeasonPartner(house, company.signedIn, form)))
  expect(tabs.filter(({ ok }) => ok)).toHaveLength(1)
  const { id } = await companyOf(house, company)
  expect(await slotsOf(house, 'season_slots', id)).toHaveLength(3)
  expect(await offersOf(id)).toHaveLength(1)
})

test('a sponsor that books a season gets the season plan and remains a partner', async () => {
  const company = await joinAlone(house)
  const months = monthsFrom(house)
  valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(months[0] ?? '')))
  valueFrom(await applyAsSeasonPartner(house, company.signedIn, seasonForm(months.slice(0, 1))))
  expect(await companyOf(house, company)).toMatchObject({ plan: 'season', is_security_partner: true })
})
