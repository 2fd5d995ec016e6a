import { describe, expect, test } from 'vitest'
import { saveCompany } from '~/companies/save-company.server'
import { bookBankFile, importBankFile } from '~/payments/bank/import-bank-file.server'
import { billCompanies } from '~/payments/public.server'
import { formatReference } from '~/payments/reference'
import { firstDay, lastDay, type Month, monthName } from '~/shared/month'
import { dayOf } from '~/shared/time'
import { deleteAccount } from '~/shell/leaving/delete-account.server'
import { useHouse } from '../../test/support/house'
import { mailTo } from '../../test/support/letters'
import { creditsOf, expectBooksToBalance, openChargesOf, payFor } from '../../test/support/money'
import { refusalFrom, valueFrom } from '../../test/support/outcome'
import { companyForm, joinAsCompany, PASSWORD } from '../../test/support/people'
import {
  companyOf,
  goTo,
  goToNextMonth,
  joinAlone,
  joinAsAdmin,
  monthsFrom,
  seasonForm,
  slotsOf,
  sponsorForm,
} from '../../test/support/sponsorship'
import { activateSlots } from './activate-slots.server'
import { applyAsSeasonPartner } from './apply/apply-as-season-partner.server'
import { applyAsSponsor } from './apply/apply-as-sponsor.server'
import { daysLeft } from './change/let-go.server'
import { releaseSlot } from './change/release-slot.server'
import { sweepMonths } from './sweep-months.server'

/** What booked months cost, together with the base package, the calendar and closing the company. */

const house = useHouse()

async function company() {
  const person = await joinAlone(house)
  const { id, email } = await companyOf(house, person)
  return { person, id, email }
}
type Booked = Awaited<ReturnType<typeof company>>

const sponsor = async ({ person }: Booked, month: Month) =>
  valueFrom(await applyAsSponsor(house, person.signedIn, sponsorForm(month)))

const chargesOf = (id: string) =>
  house.db.selectFrom('charges').select(['kind', 'status']).where('company_id', '=', id).orderBy('kind').execute()
const credits = async (id: string) => (await creditsOf(house.db, id)).map(({ gross }) => ({ gross }))

describe('a sponsor month, which includes the base package', () => {
  test('strikes the open base charge of that month when it is paid', async () => {
    const admin = await joinAsAdmin(house)
    const booked = await company()
    goToNextMonth(house)
    await billCompanies(house)
    const [month = '2027-01' as Month] = monthsFrom(house)
    expect(await openChargesOf(house.db, { companyId: booked.id })).toMatchObject([{ kind: 'base' }])
    await sponsor(booked, month)
    const [base, asked] = (await openChargesOf(house.db, { companyId: booked.id })).toSorted((a, b) =>
      a.kind.localeCompare(b.kind),
    )
    expect([base?.kind, asked?.kind]).toEqual(['base', 'sponsor'])
    const [slot] = await slotsOf(house, 'sponsor_slots', booked.id)
    valueFrom(await activateSlots(house, admin.signedIn, booked.id, { slots: slot?.id ?? '' }))
    expect(await chargesOf(booked.id)).toEqual([
      { kind: 'base', status: 'struck' },
      { kind: 'sponsor', status: 'paid' },
    ])
    expect(await credits(booked.id)).toEqual([])
  })

  test('refunds a base month that was paid, and mails the company', async () => {
    const admin = await joinAsAdmin(house)
    const booked = await company()
    goToNextMonth(house)
    await billCompanies(house)
    await payFor(house, admin.signedIn, { companyId: booked.id })
    await sponsor(booked, monthsFrom(house)[0] ?? '2027-01')
    await house.deliver()
    await payFor(house, admin.signedIn, { companyId: booked.id })
    expect(await credits(booked.id)).toEqual([{ gross: -368_75 }])
    const { email } = await companyOf(house, booked.person)
    expect(mailTo(await house.deliver(), email).text).toContain('Bas ingår i månaden, och var betald redan.')
    await expectBooksToBalance(house.db)
  })

  test('that is paid together with the base charge of its month moves the base to the next month', async () => {
    const admin = await joinAsAdmin(house)
    const booked = await company()
    goToNextMonth(house)
    await billCompanies(house)
    const [month = '2027-01' as Month, next = '2027-02' as Month] = monthsFrom(house)
    await sponsor(booked, month)
    await house.deliver()
    await payFor(house, admin.signedIn, { companyId: booked.id })
    const letters = (await house.deliver()).filter(({ recipient }) => recipient === booked.email)
    expect(letters.map(({ text }) => text).join()).toContain(`Betalningen gäller ${monthName(next)}.`)
    const base = await house.db
      .selectFrom('charges')
      .innerJoin('payments', 'charge_id', 'charges.id')
      .innerJoin('receipts', 'payment_id', 'payments.id')
      .leftJoin('patrol_parts', 'patrol_parts.receipt_number', 'receipts.number')
      .select(['status', 'period_from as from', 'lines', 'patrol_parts.month'])
      .where('charges.company_id', '=', booked.id)
      .where('charges.kind', '=', 'base')
      .execute()
    expect(base).toMatchObject([
      { status: 'paid', from: firstDay(next), lines: [{ text: `Bas, ${monthName(next)}` }], month: firstDay(next) },
    ])
    expect(await credits(booked.id)).toEqual([])
    goToNextMonth(house)
    await billCompanies(house)
    expect(await openChargesOf(house.db, { companyId: booked.id })).toEqual([])
    await expectBooksToBalance(house.db)
  })
})

describe('a company that closes', () => {
  test('is refunded its paid coming months once, with a credit note and a mail', async () => {
    const admin = await joinAsAdmin(house)
    const booked = await company()
    await sponsor(booked, monthsFrom(house)[3] ?? '2027-04')
    await payFor(house, admin.signedIn, { companyId: booked.id })
    const { email } = await companyOf(house, booked.person)
    const sure = { password: PASSWORD, understood: 'on' }
    valueFrom(await deleteAccount(house, booked.person.visitor, booked.person.signedIn, sure))
    await house.deliver()
    await sweepMonths(house)
    await sweepMonths(house)
    expect(await credits(booked.id)).toEqual([{ gross: -1_243_75 }])
    expect(mailTo(await house.deliver(), email).text).toContain('Ni får tillbaka')
  })
})

describe('a released month', () => {
  test('on its last day is not refunded', async () => {
    const admin = await joinAsAdmin(house)
    const booked = await company()
    const month = monthsFrom(house)[1] ?? '2027-01'
    await sponsor(booked, month)
    await payFor(house, admin.signedIn, { companyId: booked.id })
    goTo(house, lastDay(month))
    const [slot] = await slotsOf(house, 'sponsor_slots', booked.id)
    valueFrom(await releaseSlot(house, admin.signedIn, booked.id, { slot: slot?.id ?? '', reason: 'På begäran' }))
    expect(await slotsOf(house, 'sponsor_slots', booked.id)).toMatchObject([{ status: 'released' }])
    expect(await credits(booked.id)).toEqual([])
  })

  test.each([
    ['2026-10-31', { days: 30, of: 30 }],
    ['2026-11-01', { days: 29, of: 30 }],
    ['2026-11-20', { days: 10, of: 30 }],
    ['2026-11-30', { days: 0, of: 30 }],
    ['2026-12-01', { days: 0, of: 30 }],
  ])('on %s has this share of November left: %o', (today, left) => {
    expect(daysLeft('2026-11', today)).toEqual(left)
  })
})

describe('an application', () => {
  test('late in a month is due before the month has passed', async () => {
    const booked = await company()
    const next = monthsFrom(house)[1] ?? '2027-01'
    goTo(house, `${next}-27`)
    await sponsor(booked, next)
    expect(await openChargesOf(house.db, { companyId: booked.id })).toMatchObject([{ due_on: lastDay(next) }])
  })

  test('that is not paid is released two weeks after its due day', async () => {
    const booked = await company()
    await sponsor(booked, monthsFrom(house)[6] ?? '2027-06')
    house.clock.forward({ days: 24 })
    await sweepMonths(house)
    expect(await slotsOf(house, 'sponsor_slots', booked.id)).toMatchObject([{ status: 'reserved' }])
    house.clock.forward({ days: 1 })
    await house.deliver()
    await sweepMonths(house)
    expect(await slotsOf(house, 'sponsor_slots', booked.id)).toMatchObject([
      { status: 'released', release_reason: 'Månaden betalades inte i tid' },
    ])
    expect(await openChargesOf(house.db, { companyId: booked.id })).toEqual([])
    const { email } = await companyOf(house, booked.person)
    expect(mailTo(await house.deliver(), email).text).toContain('Månaden betalades inte i tid')
  })

  test('of several months that is not paid is released whole, and its charge struck', async () => {
    const booked = await company()
    valueFrom(await applyAsSeasonPartner(house, booked.person.signedIn, seasonForm(monthsFrom(house, 5).slice(2))))
    house.clock.forward({ days: 25 })
    await house.deliver()
    await sweepMonths(house)
    const subjects = (await house.deliver())
      .filter(({ recipient }) => recipient === booked.email || recipient === booked.person.email)
      .map(({ subject }) => subject)
    expect(subjects).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('Er månad är släppt')))
    const slots = await slotsOf(house, 'season_slots', booked.id)
    expect(slots.map(({ status }) => status)).toEqual(['released', 'released', 'released'])
    expect(await chargesOf(booked.id)).toEqual([{ kind: 'season', status: 'struck' }])
  })

  test('is refused while three others wait for payment', async () => {
    const booked = await company()
    for (const nth of [5, 6, 7]) await sponsor(booked, monthsFrom(house)[nth] ?? '2027-06')
    const another = sponsorForm(monthsFrom(house)[8] ?? '2027-09')
    expect(refusalFrom(await applyAsSponsor(house, booked.person.signedIn, another))).toMatchObject({
      title: 'Ett fel uppstod',
      message: expect.stringContaining('väntar på betalning'),
    })
  })

  test('is refused in a postcode that has not opened', async () => {
    const person = await joinAsCompany(house, { postcode: '99999' })
    const months = monthsFrom(house)
    const one = refusalFrom(await applyAsSponsor(house, person.signedIn, sponsorForm(months[1] ?? '2027-01')))
    const other = refusalFrom(await applyAsSeasonPartner(house, person.signedIn, seasonForm(months.slice(0, 2))))
    expect([one.message, other.message]).toEqual([
      expect.stringContaining('inte öppnat'),
      expect.stringContaining('inte öppnat'),
    ])
  })

  test('with one month released gets a new charge and reference, and a payment with the old one still counts', async () => {
    const admin = await joinAsAdmin(house)
    const booked = await company()
    const months = monthsFrom(house, 4).slice(1)
    valueFrom(await applyAsSeasonPartner(house, booked.person.signedIn, seasonForm(months)))
    const [before] = await openChargesOf(house.db, { companyId: booked.id })
    const [slot] = await slotsOf(house, 'season_slots', booked.id)
    await house.deliver()
    valueFrom(await releaseSlot(house, admin.signedIn, booked.id, { slot: slot?.id ?? '', reason: 'På begäran' }))
    const [after] = await openChargesOf(house.db, { companyId: booked.id })
    expect(after?.reference).not.toBe(before?.reference)
    const letters = (await house.deliver()).filter(({ text }) => text.includes(formatReference(after?.reference ?? '')))
    expect(letters).not.toEqual([])
    const file = new FormData()
    const csv = `Bokföringsdag;Belopp;Text\n${dayOf(house.clock.now())};4987,50;${before?.reference}\n`
    file.set('file', new File([csv], 'bank.csv'))
    const { id } = valueFrom(await importBankFile(house, admin.signedIn, file))
    expect(valueFrom((await bookBankFile(house, admin.signedIn, id)) as never)).toEqual({ booked: 1 })
    expect((await slotsOf(house, 'season_slots', booked.id)).map(({ status }) => status).sort()).toEqual([
      'active',
      'active',
      'released',
    ])
  })
})

describe('a company with a booked month', () => {
  test('cannot move to another postcode, which the database enforces too', async () => {
    const booked = await company()
    await sponsor(booked, monthsFrom(house)[2] ?? '2027-03')
    const { postcode } = await companyOf(house, booked.person)
    const moved = companyForm({ postcode: '12540' })
    const refusal = refusalFrom(
      await saveCompany(house, booked.person.signedIn, { ...moved, name: moved.companyName ?? '' }),
    )
    expect(refusal.fields.postcode).toContain('Ni har bokade månader i')
    const moves = house.db.updateTable('companies').set({ postcode: '12540' }).where('id', '=', booked.id).execute()
    await expect(moves).rejects.toMatchObject({ constraint: 'companies_stay_where_sponsored' })
    expect((await companyOf(house, booked.person)).postcode).toBe(postcode)
  })
})

test('base months that were not billed during a pause are billed month by month, at most two', async () => {
  const booked = await company()
  house.clock.forward({ days: 95 })
  await billCompanies(house)
  const asked = await openChargesOf(house.db, { companyId: booked.id })
  expect(asked.map(({ kind }) => kind)).toEqual(['base', 'base'])
  expect(new Set(asked.map(({ period_from }) => period_from)).size).toBe(2)
})
