import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import type { Asked } from '~/door/deed.server'
import { formatSum } from '~/payments/public'
import { notThere } from '~/shared/outcome'
import { useHouse } from '../../../test/support/house'
import { creditsOf, expectBooksToBalance, openChargesOf } from '../../../test/support/money'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsCompany, PASSWORD, type Resident } from '../../../test/support/people'
import {
  acceptedEarlierTerms,
  companyOf,
  earlierTerms,
  givePermit,
  goToNextMonth,
  joinAlone,
  joinAsAdmin,
  monthsFrom,
  slotsOf,
  sponsorForm,
  termsAcceptedBy,
} from '../../../test/support/sponsorship'
import { activateSlots } from '../activate-slots.server'
import { applyAsSponsor } from '../apply/apply-as-sponsor.server'
import { changePlan } from './change-plan.server'
import { readPlanChange } from './read-plan-change.server'

const house = useHouse()

const asked = ({ visitor, signedIn }: Resident, values: Record<string, string>): Asked => ({
  house,
  visitor,
  signedIn,
  values,
})

/** The form values that the page would send for this company now. */
async function formFor(admin: Resident, id: string, given: Record<string, string>): Promise<Record<string, string>> {
  const { key, seen } = found(await readPlanChange(house, admin.signedIn, id, new URLSearchParams()))
  return { key, seen, reason: 'Enligt telefonsamtal', sure: 'on', ...given }
}

const change = async (admin: Resident, id: string, given: Record<string, string>) =>
  changePlan(asked(admin, await formFor(admin, id, given)), id)

async function aCompany() {
  const company = await joinAlone(house)
  const { id, email } = await companyOf(house, company)
  await house.deliver()
  return { company, id, email }
}

const mailsTo = async (email: string) => (await house.deliver()).filter(({ recipient }) => recipient === email)
const month = (index: number) => monthsFrom(house)[index] ?? ''

test('changing to sponsor books and charges the month as an application would, with a mail and an audit entry', async () => {
  const [admin, { company, id, email }] = [await joinAsAdmin(house), await aCompany()]
  await acceptedEarlierTerms(house, company)
  house.told.length = house.woken.length = 0
  valueFrom(await change(admin, id, { plan: 'sponsor', month: month(1) }))
  expect(house.told).toEqual([{ to: [`company:${id}`, 'admin'], about: 'payments' }])
  expect(house.woken).toContain('messages')
  expect(await companyOf(house, company)).toMatchObject({
    plan: 'sponsor',
    is_security_partner: true,
    security_status: 'pending',
  })
  expect(await slotsOf(house, 'sponsor_slots', id)).toMatchObject([
    { month: `${month(1)}-01`, status: 'reserved', price_cents: 995_00 },
  ])
  const [charge] = await openChargesOf(house.db, { companyId: id })
  expect(charge).toMatchObject({ kind: 'sponsor', gross_cents: 1_243_75 })
  const [mail, ...others] = await mailsTo(email)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Ert paket är nu Huvudsponsor')
  expect(mail?.text).toContain('Anledning: Enligt telefonsamtal')
  expect(mail?.text).toContain('Betala med Swish senast')
  expect(await readAudit(house.db, { kind: 'company', id }, 5)).toMatchObject([
    {
      deed: 'change plan',
      actorId: admin.signedIn.person.id,
      reason: 'Enligt telefonsamtal',
      before: { plan: 'base', months: null },
      after: { plan: 'sponsor', months: `sponsor ${month(1)} reserved`, charge: charge?.reference },
    },
  ])
  // The terms are left for the company itself to accept.
  expect(await termsAcceptedBy(house, company)).toEqual([earlierTerms])
  expect(await termsAcceptedBy(house, admin)).toHaveLength(1)
})

test('changing to season partner books up to three months and a campaign in one charge', async () => {
  const [admin, { company, id }] = [await joinAsAdmin(house), await aCompany()]
  const months = [month(0), month(2), month(3)]
  const four = { plan: 'season', months: [...months, month(4)].join(','), title: 'Julstäd', description: '' }
  expect(refusalFrom(await change(admin, id, four)).fields).toEqual({ months: 'Du kan välja max 3 månader' })
  valueFrom(await change(admin, id, { plan: 'season', months: months.join(','), title: 'Julstäd', description: '' }))
  expect(await companyOf(house, company)).toMatchObject({ plan: 'season', is_security_partner: false })
  expect((await slotsOf(house, 'season_slots', id)).map((slot) => slot.month)).toEqual(months.map((one) => `${one}-01`))
  expect(await openChargesOf(house.db, { companyId: id })).toMatchObject([{ kind: 'season', gross_cents: 7_481_25 }])
  const offer = await house.db.selectFrom('offers').selectAll().where('company_id', '=', id).executeTakeFirstOrThrow()
  expect(offer.title).toBe('Julstäd')
})

test('the refund announced for a month that has begun is the one that is given', async () => {
  goToNextMonth(house)
  house.clock.forward({ days: 19 })
  const [admin, { company, id }] = [await joinAsAdmin(house), await aCompany()]
  valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(month(0))))
  const [slot] = await slotsOf(house, 'sponsor_slots', id)
  valueFrom(await activateSlots(house, admin.signedIn, id, { slots: slot?.id ?? '' }))
  const query = new URLSearchParams({ plan: 'base' })
  const { chosen } = found(await readPlanChange(house, admin.signedIn, id, query))
  valueFrom(await change(admin, id, { plan: 'base' }))
  const [{ gross } = { gross: 0 }] = await creditsOf(house.db, id)
  expect(gross).toBeLessThan(0)
  expect(-gross).toBeLessThan(500_00)
  expect(chosen?.effect.join(' ')).toContain(`${formatSum(-gross)} ska tillbaka, för de dagar som är kvar`)
})

test('changing to base releases every month, strikes unpaid ones and refunds paid ones', async () => {
  const [admin, { company, id, email }] = [await joinAsAdmin(house), await aCompany()]
  for (const index of [1, 2]) valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(month(index))))
  const [first] = await slotsOf(house, 'sponsor_slots', id)
  valueFrom(await activateSlots(house, admin.signedIn, id, { slots: first?.id ?? '' }))
  await house.deliver()

  const query = new URLSearchParams({ plan: 'base' })
  const { chosen } = found(await readPlanChange(house, admin.signedIn, id, query))
  expect(chosen?.effect.join(' ')).toMatch(
    /obetalt, släpps.*1\s243,75\u00a0kr ska tillbaka.*inte längre som trygghetspartner/,
  )
  valueFrom(await change(admin, id, { plan: 'base' }))

  expect((await slotsOf(house, 'sponsor_slots', id)).map(({ status }) => status)).toEqual(['released', 'released'])
  expect(await companyOf(house, company)).toMatchObject({ plan: 'base', is_security_partner: false })
  expect(await openChargesOf(house.db, { companyId: id })).toEqual([])
  expect(await creditsOf(house.db, id)).toMatchObject([{ gross: -1_243_75 }])
  const [mail] = await mailsTo(email)
  const creditNote = /Det står på kreditkvitto (\d+)/.exec(mail?.text ?? '')?.[1]
  const [line] = await readAudit(house.db, { kind: 'company', id }, 1)
  expect(line?.after).toEqual({ plan: 'base', months: null, charge: null, creditNotes: creditNote })
  expect(line?.before).toMatchObject({ months: expect.stringMatching(/reserved, .*active|active, .*reserved/) })
  await expectBooksToBalance(house.db)
  // The months are free again, for anybody.
  valueFrom(await change(admin, id, { plan: 'sponsor', month: month(1) }))
})

describe('a plan change', () => {
  test('is idempotent by key, also when sent three times at once and after its month was released', async () => {
    const [admin, { id, email }] = [await joinAsAdmin(house), await aCompany()]
    const form = await formFor(admin, id, { plan: 'sponsor', month: month(3) })
    const send = () => changePlan(asked(admin, form), id)
    for (const outcome of await Promise.all([send(), send(), send()])) valueFrom(outcome)
    expect(await mailsTo(email)).toHaveLength(1)
    valueFrom(await change(admin, id, { plan: 'base' }))
    valueFrom(await send())
    expect((await slotsOf(house, 'sponsor_slots', id)).map(({ status }) => status)).toEqual(['released'])
  })

  test('that gives one month to two companies at the same time succeeds for one', async () => {
    const admin = await joinAsAdmin(house)
    const one = await aCompany()
    const { postcode } = await companyOf(house, one.company)
    const neighbour = await joinAsCompany(house, { postcode })
    const { id } = await companyOf(house, neighbour)
    const outcomes = await Promise.all(
      [one.id, id].map((each) => change(admin, each, { plan: 'sponsor', month: month(5) })),
    )
    const refusal = refusalFrom(outcomes.find(({ ok }) => !ok) ?? { ok: true, value: null })
    expect(refusal.fields).toEqual({ month: 'Den månaden är redan bokad' })
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

describe('a plan change is refused', () => {
  test('when the months have changed since the page was read', async () => {
    const [admin, { company, id }] = [await joinAsAdmin(house), await aCompany()]
    const form = await formFor(admin, id, { plan: 'base' })
    valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(month(0))))
    expect(refusalFrom(await changePlan(asked(admin, form), id)).message).toContain('ändrats sedan du öppnade sidan')
    expect((await slotsOf(house, 'sponsor_slots', id)).map(({ status }) => status)).toEqual(['reserved'])
  })

  test.each([
    [
      'hidden',
      { review_state: 'hidden' as const, hidden_reason: 'Saknar F-skatt' },
      'Företaget är dolt. Visa det igen först.',
    ],
    ['deleted', { deleted_at: new Date() }, 'Företaget är borttaget.'],
  ])('for a company that is %s', async (_, state, message) => {
    const [admin, { id }] = [await joinAsAdmin(house), await aCompany()]
    await house.db.updateTable('companies').set(state).where('id', '=', id).execute()
    expect(refusalFrom(await change(admin, id, { plan: 'sponsor', month: month(0) })).message).toBe(message)
    expect(await slotsOf(house, 'sponsor_slots', id)).toEqual([])
  })

  test('when there is nothing to change, but not while a plan or a live month is left over', async () => {
    const [admin, { company, id }] = [await joinAsAdmin(house), await aCompany()]
    expect(refusalFrom(await change(admin, id, { plan: 'base' })).message).toContain('redan Bas')
    await house.db.updateTable('companies').set({ plan: 'season' }).where('id', '=', id).execute()
    valueFrom(await change(admin, id, { plan: 'base' }))
    expect(await companyOf(house, company)).toMatchObject({ plan: 'base' })
    // Nor is it refused if the plan is the base already but a live month is left over.
    valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(month(0))))
    await house.db.updateTable('companies').set({ plan: 'base' }).where('id', '=', id).execute()
    valueFrom(await change(admin, id, { plan: 'base' }))
    expect((await slotsOf(house, 'sponsor_slots', id)).map(({ status }) => status)).toEqual(['released'])
  })

  test('for an unknown company, as not found', async () => {
    const admin = await joinAsAdmin(house)
    const nobody = '00000000-0000-7000-8000-000000000000'
    const form = { key: randomUUID(), seen: '', plan: 'sponsor', month: month(0), reason: 'x', sure: 'on' }
    expect(await changePlan(asked(admin, form), nobody)).toEqual(notThere)
    expect(await readPlanChange(house, admin.signedIn, nobody, new URLSearchParams())).toEqual(notThere)
  })

  test.each([
    [{ plan: 'gold' }, ['plan']],
    [{ plan: 'sponsor', month: '2020-01' }, ['month']],
    [{ plan: 'season', months: '', title: '', reason: ' ', sure: '' }, ['months', 'title', 'reason', 'sure']],
  ] as [Record<string, string>, string[]][])('at its fields for the values %j', async (given, fields) => {
    const [admin, { id }] = [await joinAsAdmin(house), await aCompany()]
    const refusal = refusalFrom(await change(admin, id, given))
    expect(Object.keys(refusal.fields).sort()).toEqual([...fields].sort())
  })

  test('without the password when the login is old', async () => {
    const [admin, { id }] = [await joinAsAdmin(house), await aCompany()]
    house.clock.forward({ minutes: 20 })
    const given = { plan: 'sponsor', month: month(0) }
    expect(refusalFrom(await change(admin, id, given)).fields).toEqual({ password: 'Skriv ditt lösenord igen' })
    valueFrom(await change(admin, id, { ...given, password: PASSWORD }))
  })

  test('to everybody but an administrator, even to the company itself', async () => {
    const { company, id } = await aCompany()
    const form = { key: randomUUID(), seen: '', plan: 'sponsor', month: month(0), reason: 'x', sure: 'on' }
    await expect(changePlan(asked(company, form), id)).rejects.toThrow('not allowed')
    const read = readPlanChange(house, company.signedIn, id, new URLSearchParams())
    await expect(read).rejects.toThrow('not allowed')
  })
})

test('the page shows which months are taken, and what a choice leads to', async () => {
  const [admin, { company, id }] = [await joinAsAdmin(house), await aCompany()]
  valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(month(0))))
  const ask = async (query: string) =>
    found(await readPlanChange(house, admin.signedIn, id, new URLSearchParams(query)))
  const { months, chosen } = await ask(`plan=sponsor&month=${month(0)}`)
  expect(months[0]).toEqual({ value: month(0), taken: 'Redan företagets' })
  expect(chosen).toBeNull()
  const free = await ask(`plan=sponsor&month=${month(1)}`)
  expect(free.chosen?.effect.join(' ')).toMatch(
    /Ingen annan.*995\u00a0kr exklusive moms.*ligger kvar.*inget giltigt tillstånd/,
  )
  const season = await ask(`plan=season&months=${month(0)}&months=${month(1)}`)
  expect(season.chosen?.effect.join(' ')).toMatch(/säsongspartner.*3\s990\u00a0kr exklusive moms/)
  // Only a sponsor's choice mentions the permit, and only while it is missing.
  expect(season.chosen?.effect.join(' ')).not.toContain('tillstånd')
  await givePermit(house, id, '2999-12-31')
  const permitted = await ask(`plan=sponsor&month=${month(1)}`)
  expect(permitted.chosen?.effect.join(' ')).not.toContain('tillstånd')
  expect(permitted.slots).toMatchObject([{ packageName: 'Huvudsponsor', isFor: expect.stringContaining('betald') }])
  valueFrom(await change(admin, id, { plan: 'base' }))
  expect((await ask('')).slots).toEqual([])
})

test('changing the plan ends a month that has passed, even before the sweep, and refunds nothing', async () => {
  const { company, id } = await aCompany()
  valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(month(0))))
  const [slot] = await slotsOf(house, 'sponsor_slots', id)
  const before = await joinAsAdmin(house)
  valueFrom(await activateSlots(house, before.signedIn, id, { slots: slot?.id ?? '' }))
  house.clock.forward({ days: 40 })
  const admin = await joinAsAdmin(house)
  valueFrom(await change(admin, id, { plan: 'season', months: month(0), title: 'Vårstäd', description: '' }))
  expect((await slotsOf(house, 'sponsor_slots', id)).map(({ status }) => status)).toEqual(['ended'])
  expect(await companyOf(house, company)).toMatchObject({ plan: 'season', is_security_partner: false })
  valueFrom(await change(admin, id, { plan: 'base' }))
  const refunds = await house.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('charges', 'charges.id', 'payments.charge_id')
    .select('refunds.id')
    .where('charges.company_id', '=', id)
    .execute()
  expect(refunds).toEqual([])
})
