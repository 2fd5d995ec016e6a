import { describe, expect, test } from 'vitest'
import { runMemberships } from '~/membership/public.server'
import { firstDay, monthOf } from '~/shared/month'
import { notThere } from '~/shared/outcome'
import { deleteAccount } from '~/shell/leaving/delete-account.server'
import { exportAccount } from '~/shell/leaving/export-account.server'
import { activateSlots } from '~/sponsorship/activate-slots.server'
import { applyAsSeasonPartner } from '~/sponsorship/apply/apply-as-season-partner.server'
import { applyAsSponsor } from '~/sponsorship/apply/apply-as-sponsor.server'
import { releaseSlot } from '~/sponsorship/change/release-slot.server'
import { useHouse } from '../../test/support/house'
import { mailTo } from '../../test/support/letters'
import { askedForMonth, creditsOf, expectBooksToBalance, openChargesOf, payFor } from '../../test/support/money'
import { found, refusalFrom, valueFrom } from '../../test/support/outcome'
import { block, joinAsAdmin, joinAsCompany, joinAsMember, PASSWORD, type Resident } from '../../test/support/people'
import {
  companyOf,
  goToNextMonth,
  joinAlone,
  monthsFrom,
  seasonForm,
  slotsOf,
  sponsorForm,
} from '../../test/support/sponsorship'
import { bookBankFile, importBankFile, readMatches } from './bank/import-bank-file.server'
import { billCompanies } from './bill-companies.server'
import { listPayments } from './desk/list-payments.server'
import { markPaid } from './desk/mark-paid.server'
import { markPaidOut } from './desk/mark-paid-out.server'
import { readPaymentSearch } from './desk/payment-lists'
import { readChargeToPay } from './read-charge.server'
import { readReceiptFor } from './receipts/read-receipt.server'
import { sweepMoney } from './sweep-money.server'

const house = useHouse()
const idOf = ({ signedIn }: Resident) => signedIn.person.id
const days = (count: number) => house.clock.forward({ days: count })

const asked = () => askedForMonth(house)
const receiptsOf = (member: Resident) =>
  house.db
    .selectFrom('receipts')
    .select(['number', 'gross_cents'])
    .where('member_id', '=', idOf(member))
    .orderBy('number')
    .execute()
const search = (query: string) => readPaymentSearch(new URLSearchParams(query))

describe('marking charges as paid', () => {
  test('books a payment once when twenty requests race, and reports what each did', async () => {
    const admin = await joinAsAdmin(house)
    const { member, charge } = await asked()
    await house.deliver()
    house.woken.length = 0
    const results = await Promise.all(
      Array.from({ length: 20 }, () => markPaid(house, admin.signedIn, { charges: charge.id })),
    )
    expect(house.woken).toContain('messages')
    const ticked = results.map(valueFrom)
    expect(ticked.filter(({ booked }) => booked === 1)).toHaveLength(1)
    expect(ticked.filter(({ before }) => before === 1)).toHaveLength(19)
    expect(await receiptsOf(member)).toHaveLength(1)
    const mail = mailTo(await house.deliver(), member.email)
    expect(mail.subject).toMatch(/^Tack, din betalning är här: kvitto \d+$/)
    const lines = await house.db.selectFrom('audit_log').select('deed').where('subject_id', '=', charge.id).execute()
    expect(lines).toEqual([{ deed: 'note payment' }])
  })

  test('thanks a member who cannot log in without a link to the receipt, and says how to get it', async () => {
    const admin = await joinAsAdmin(house)
    const { member } = await asked()
    await block(house, member, house.clock.now())
    await house.deliver()
    expect(await payFor(house, admin.signedIn, { memberId: idOf(member) })).toMatchObject({ booked: 1 })
    const { text } = mailTo(await house.deliver(), member.email)
    expect(text).toContain('Behöver du kvittot? Skriv till oss genom formuläret på startsidan.')
    expect(text).not.toContain('/dashboard/')
  })

  test('books the open ones of several charges and counts those paid before and those not found', async () => {
    const admin = await joinAsAdmin(house)
    const [one, two] = [await asked(), await asked()]
    await payFor(house, admin.signedIn, { memberId: idOf(one.member) })
    const charges = [one.charge.id, two.charge.id, '01a1fa7b-5906-731d-880d-3f8b23f1bbc7'].join(',')
    expect(valueFrom(await markPaid(house, admin.signedIn, { charges }))).toEqual({ booked: 1, before: 1, left: 1 })
  })

  test.each(['', 'nonsense', "' or 1=1"])('is refused for the list "%s"', async (charges) => {
    const admin = await joinAsAdmin(house)
    expect(refusalFrom(await markPaid(house, admin.signedIn, { charges })).title).toBe('Inget är bokfört')
  })

  test('and the rest of the payment desk are refused to anybody but an administrator', async () => {
    const { member, charge } = await asked()
    await expect(markPaid(house, member.signedIn, { charges: charge.id })).rejects.toThrow('not allowed')
    const none = new FormData()
    await expect(importBankFile(house, member.signedIn, none)).rejects.toThrow('not allowed')
    await expect(readMatches(house, member.signedIn, charge.id)).rejects.toThrow('not allowed')
    await expect(bookBankFile(house, member.signedIn, charge.id)).rejects.toThrow('not allowed')
    await expect(listPayments(house, member.signedIn, search(''))).rejects.toThrow('not allowed')
    await expect(markPaidOut(house, member.signedIn, {})).rejects.toThrow('not allowed')
    expect(await receiptsOf(member)).toEqual([])
  })

  test('keeps receipts without gaps or duplicates when ten overlapping batches race', async () => {
    const admin = await joinAsAdmin(house)
    const people = await Promise.all(Array.from({ length: 40 }, () => joinAsMember(house)))
    days(25)
    await runMemberships(house)
    const open = await house.db.selectFrom('charges').select('id').where('status', '=', 'open').execute()
    const ids = open.map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(people.length)
    const portions = Array.from({ length: 10 }, (_, from) => ids.slice(from * 3, from * 3 + 25).reverse())
    const marked = await Promise.all(
      portions.map((part) => markPaid(house, admin.signedIn, { charges: part.join(',') })),
    )
    const booked = marked.map((each) => valueFrom(each).booked).reduce((sum, one) => sum + one)
    expect(booked).toBe(new Set(portions.flat()).size)
    await expectBooksToBalance(house.db)
  })
})

describe('a bank file', () => {
  const form = (...lines: string[]) => {
    const made = new FormData()
    made.set('file', new File([['Bokföringsdag;Belopp;Meddelande', ...lines].join('\n')], 'konto.csv'))
    return made
  }

  test('books only rows that match by reference and amount, and books nothing when imported again', async () => {
    const admin = await joinAsAdmin(house)
    const [one, two, three, over] = [await asked(), await asked(), await asked(), await asked()]
    const file = form(
      `2026-11-18;39,00;Swish ${one.charge.reference}`,
      `2026-11-18;39,00;${one.charge.reference} en gång till`,
      `2026-11-18;38,00;${two.charge.reference}`,
      `2026-11-18;39,00;${three.charge.reference.toLowerCase()}`,
      '2026-11-18;39,00;tack',
      `2026-11-18;-39,00;${two.charge.reference}`,
      `2026-11-18;40,00;${over.charge.reference}`,
    )
    const { id } = valueFrom(await importBankFile(house, admin.signedIn, file))
    const seen = found(await readMatches(house, admin.signedIn, id))
    expect(seen.rows.map(({ match }) => match)).toEqual([
      'match',
      'paid twice',
      'wrong amount',
      'match',
      'no reference',
      'went out',
      'wrong amount',
    ])
    expect(await receiptsOf(one.member)).toEqual([])

    const [first, second] = await Promise.all([
      bookBankFile(house, admin.signedIn, id),
      bookBankFile(house, admin.signedIn, id),
    ])
    expect(valueFrom(first).booked + valueFrom(second).booked).toBe(2)
    expect(await receiptsOf(one.member)).toHaveLength(1)
    expect(await receiptsOf(two.member)).toHaveLength(0)
    expect(await receiptsOf(over.member)).toHaveLength(0)
    const again = valueFrom(await importBankFile(house, admin.signedIn, file))
    expect(again.id).toBe(id)
    expect(valueFrom(await bookBankFile(house, admin.signedIn, id)).booked).toBe(0)
    const { received_on } = await house.db
      .selectFrom('payments')
      .select('received_on')
      .where('charge_id', '=', one.charge.id)
      .executeTakeFirstOrThrow()
    expect(received_on).toBe('2026-11-18')
    await expectBooksToBalance(house.db)
  })

  test('is deleted after ninety days', async () => {
    const admin = await joinAsAdmin(house)
    const { id } = valueFrom(await importBankFile(house, admin.signedIn, form('2026-11-19;1,00;gammal')))
    const kept = house.db.selectFrom('bank_files').select('id').where('id', '=', id)
    days(89)
    await sweepMoney(house)
    expect(await kept.execute()).toEqual([{ id }])
    house.clock.forward({ hours: 25 })
    await sweepMoney(house)
    expect(await kept.execute()).toEqual([])
  })

  test('that is missing or unreadable is refused at its field', async () => {
    const admin = await joinAsAdmin(house)
    const empty = new FormData()
    expect(refusalFrom(await importBankFile(house, admin.signedIn, empty)).fields).toEqual({ file: 'Välj bankens fil' })
    const picture = new FormData()
    picture.set('file', new File([new Uint8Array([137, 80, 78, 71])], 'bild.png'))
    expect(refusalFrom(await importBankFile(house, admin.signedIn, picture)).fields.file).toContain('rubriker')
  })
})

describe('booked packages', () => {
  async function season() {
    const company = await joinAlone(house)
    valueFrom(await applyAsSeasonPartner(house, company.signedIn, seasonForm(monthsFrom(house, 4).slice(1))))
    const { id } = await companyOf(house, company)
    return { company, id, slots: await slotsOf(house, 'season_slots', id) }
  }

  test('become active when a payment is marked, with a receipt of the whole sum', async () => {
    const admin = await joinAsAdmin(house)
    const { id } = await season()
    await payFor(house, admin.signedIn, { companyId: id })
    expect((await slotsOf(house, 'season_slots', id)).map(({ status }) => status)).toEqual([
      'active',
      'active',
      'active',
    ])
    const [receipt] = await house.db.selectFrom('receipts').selectAll().where('company_id', '=', id).execute()
    expect(receipt).toMatchObject({ net_cents: 5_985_00, vat_cents: 1_496_25, gross_cents: 7_481_25 })
    expect(receipt?.buyer).toMatchObject({ name: 'Lind Städ AB', orgNumber: '556016-0680' })
  })

  test('are charged anew without a month that is released before payment', async () => {
    const admin = await joinAsAdmin(house)
    const { id, slots } = await season()
    valueFrom(await releaseSlot(house, admin.signedIn, id, { slot: slots[1]?.id ?? '', reason: 'Ångrade sig' }))
    expect(await openChargesOf(house.db, { companyId: id })).toMatchObject([{ net_cents: 3_990_00 }])
    await payFor(house, admin.signedIn, { companyId: id })
    expect((await slotsOf(house, 'season_slots', id)).map(({ status }) => status).sort()).toEqual([
      'active',
      'active',
      'released',
    ])
  })

  test('that are paid and released give one credit note a month, each paid out once, together no more than was paid', async () => {
    const admin = await joinAsAdmin(house)
    const { id, slots } = await season()
    valueFrom(await activateSlots(house, admin.signedIn, id, { slots: slots.map((slot) => slot.id).join(',') }))
    for (const slot of slots) {
      valueFrom(await releaseSlot(house, admin.signedIn, id, { slot: slot.id, reason: 'Ångrade sig' }))
      valueFrom(await releaseSlot(house, admin.signedIn, id, { slot: slot.id, reason: 'Ångrade sig' }))
    }
    const credits = (await creditsOf(house.db, id)).map(({ gross }) => gross)
    expect(credits).toEqual([-2_493_75, -2_493_75, -2_493_75])
    const { refunds } = await listPayments(house, admin.signedIn, search('visa=tillbaka'))
    const mine = refunds.filter(({ companyId }) => companyId === id)
    expect(mine).toHaveLength(3)
    const pays = mine.flatMap(({ id: refund }) => [
      markPaidOut(house, admin.signedIn, { refund }),
      markPaidOut(house, admin.signedIn, { refund }),
    ])
    house.told.length = 0
    for (const outcome of await Promise.all(pays)) valueFrom(outcome)
    expect(house.told).toContainEqual({ to: ['admin'], about: 'payments' })
    const payouts = house.db.selectFrom('ledger_vouchers').select('paid_out_refund_id as id')
    expect((await payouts.where('paid_out_refund_id', 'is not', null).execute()).map(({ id }) => id).sort()).toEqual(
      mine.map(({ id: refund }) => refund).sort(),
    )
    await expectBooksToBalance(house.db)
  })

  test('replace the base package, which is billed on the first, reminded of once and stops at two unpaid months', async () => {
    const admin = await joinAsAdmin(house)
    const [plain, sponsor] = [await joinAlone(house), await joinAlone(house)]
    const [plainId, sponsorId] = [(await companyOf(house, plain)).id, (await companyOf(house, sponsor)).id]
    valueFrom(await applyAsSponsor(house, sponsor.signedIn, sponsorForm(monthsFrom(house)[1] ?? '')))
    await payFor(house, admin.signedIn, { companyId: sponsorId })
    await billCompanies(house)
    expect(await openChargesOf(house.db, { companyId: plainId })).toEqual([])
    goToNextMonth(house)
    const month = { period_from: firstDay(monthOf(house.clock.now())) }
    await billCompanies(house)
    await billCompanies(house)
    expect(await openChargesOf(house.db, { companyId: plainId })).toMatchObject([
      { gross_cents: 368_75, kind: 'base', ...month },
    ])
    expect(await openChargesOf(house.db, { companyId: sponsorId })).toEqual([])
    await house.deliver()
    days(12)
    await sweepMoney(house)
    await sweepMoney(house)
    const letters = (await house.deliver()).filter(({ recipient }) => recipient === plain.email)
    expect(letters.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Påminnelse: 368,75/)])
    for (let month = 0; month < 5; month++) {
      days(31)
      await billCompanies(house)
    }
    expect(await openChargesOf(house.db, { companyId: plainId })).toHaveLength(2)
  })
})

describe('access to charges and receipts', () => {
  test('is for their owner and an administrator; others get the same answer as for one that does not exist', async () => {
    const admin = await joinAsAdmin(house)
    const { member, charge } = await asked()
    const { member: stranger } = await asked()
    const company = await joinAsCompany(house)
    expect(await readChargeToPay(house, member.signedIn, charge.id)).toMatchObject({ gross: '39,00\u00a0kr' })
    await payFor(house, admin.signedIn, { memberId: idOf(member) })
    const [{ number } = { number: 0 }] = await receiptsOf(member)
    for (const other of [stranger, company]) {
      expect(await readChargeToPay(house, other.signedIn, charge.id)).toEqual(notThere)
      expect(await readReceiptFor(house, other.signedIn, String(number))).toEqual(notThere)
    }
    for (const reader of [member, admin]) {
      expect(await readReceiptFor(house, reader.signedIn, String(number))).toMatchObject({ gross: 39_00, buyer: null })
    }
    for (const nonsense of ['0', '1e3', '-1001', '99999999999', 'x']) {
      expect(await readReceiptFor(house, member.signedIn, nonsense)).toEqual(notThere)
    }
  })

  test('in the lists: search finds charges by reference and email, within the chosen kind and state', async () => {
    const admin = await joinAsAdmin(house)
    const { member, charge } = await asked()
    const found = async (query: string) =>
      (await listPayments(house, admin.signedIn, search(query))).charges.map(({ id }) => id)
    expect(await found(`q=${charge.reference}`)).toEqual([charge.id])
    expect(await found(`q=${charge.reference.slice(2)}`)).toEqual([charge.id])
    expect(await found(`q=${member.email}`)).toEqual([charge.id])
    expect(await found(`q=${member.email}&slag=base`)).toEqual([])
    expect(await found(`q=${member.email}&visa=betalda`)).toEqual([])
    expect(await found('q=finns+inte')).toEqual([])
  })
})

describe('deleting an account', () => {
  test('removes the name from receipts and leaves the books balanced', async () => {
    const admin = await joinAsAdmin(house)
    const { member } = await asked()
    await payFor(house, admin.signedIn, { memberId: idOf(member) })
    const justConfirmed = { ...member.signedIn, confirmedAt: house.clock.now() }
    const { betalningar } = found(await exportAccount(house, justConfirmed))
    expect(betalningar.egna.kvitton).toHaveLength(1)
    expect(betalningar.egna.begärt[0]).toMatchObject({ kronor: 39, läge: 'Betald' })
    const [{ number } = { number: 0 }] = await receiptsOf(member)
    const before = await expectBooksToBalance(house.db)
    valueFrom(await deleteAccount(house, member.visitor, member.signedIn, { password: PASSWORD, understood: 'on' }))
    const left = await house.db
      .selectFrom('receipts')
      .selectAll()
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    expect(left.member_id).toBeNull()
    expect(JSON.stringify(left)).not.toContain('Eva')
    expect(await expectBooksToBalance(house.db)).toEqual(before)
  })

  test('strikes its open charge, which cannot be marked as paid afterwards', async () => {
    const { member, charge } = await asked()
    valueFrom(await deleteAccount(house, member.visitor, member.signedIn, { password: PASSWORD, understood: 'on' }))
    const admin = await joinAsAdmin(house)
    expect(valueFrom(await markPaid(house, admin.signedIn, { charges: charge.id }))).toEqual({
      booked: 0,
      before: 0,
      left: 1,
    })
    const after = house.db.selectFrom('charges').select('status').where('id', '=', charge.id)
    expect(await after.execute()).toEqual([{ status: 'struck' }])
  })
})
