import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import { exportCompanies } from '~/companies/public.server'
import { noteMoneyPaidOut, readPatrolMoney } from '~/patrols/patrol-money.server'
import { billCompanies, sweepMoney } from '~/payments/public.server'
import { monthOf } from '~/shared/month'
import { dayOf } from '~/shared/time'
import { applyAsSeasonPartner } from '~/sponsorship/apply/apply-as-season-partner.server'
import { applyAsSponsor } from '~/sponsorship/apply/apply-as-sponsor.server'
import { releaseSlot } from '~/sponsorship/change/release-slot.server'
import { letBeCalled } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { creditsOf, expectBooksToBalance, payFor, sieOf } from '../../../test/support/money'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import {
  companyOf,
  goToNextMonth,
  joinAlone,
  joinAsAdmin,
  joinIn,
  monthsFrom,
  seasonForm,
  slotsOf,
  sponsorForm,
} from '../../../test/support/sponsorship'
import { readCharges, readLines } from '../charge-store.server'
import { readReceiptFor } from '../receipts/read-receipt.server'
import { partsOfPaid } from './parts-of.server'
import { setPatrolShare } from './set-share.server'
import { readPatrolSums } from './share-store.server'

/** The patrol part of packages: on the receipt, in the ledger, in the postcode's sums, and in payouts. */

const house = useHouse()

async function sponsorThatPays(nth = 0) {
  const admin = (await joinAsAdmin(house)).signedIn
  const person = await joinAlone(house)
  const { id, postcode } = await companyOf(house, person)
  valueFrom(await applyAsSponsor(house, person.signedIn, sponsorForm(monthsFrom(house)[nth] ?? '')))
  await payFor(house, admin, { companyId: id })
  const receipts = await house.db.selectFrom('receipts').select('number').where('company_id', '=', id).execute()
  return { admin, person, id, postcode, number: receipts[0]?.number ?? 0 }
}

const sums = (postcode: string, nth = 0) => readPatrolSums(house.db, postcode, monthsFrom(house)[nth] ?? '2027-01')

async function ofReceipt(person: { signedIn: Parameters<typeof readReceiptFor>[1] }, number: number) {
  const receipt = await readReceiptFor(house, person.signedIn, String(number))
  if (!('patrols' in receipt)) throw new Error('A receipt of one’s own is there')
  return receipt.patrols
}

test('a fifth of a paid package is set aside for patrols in its postcode and shown on the receipt', async () => {
  const { person, postcode, number } = await sponsorThatPays()
  expect(await ofReceipt(person, number)).toEqual({ amount: 199_00, postcode })
  expect(await sums(postcode)).toEqual({ ever: 199_00, inMonth: 199_00, companies: 1, paidOut: 0 })
  expect(await readPatrolMoney(house, postcode)).toMatchObject({ inMonth: '199\u00a0kr', companies: 1, walks: 0 })
  await expectBooksToBalance(house.db)
})

test('the patrol part of a month to come is set aside for that month', async () => {
  const { postcode } = await sponsorThatPays(2)
  expect(await sums(postcode)).toMatchObject({ ever: 199_00, inMonth: 0, companies: 0 })
  expect(await sums(postcode, 2)).toMatchObject({ inMonth: 199_00, companies: 1 })
})

test('season and base months each set aside their patrol part, and a released month takes back only its own', async () => {
  const admin = (await joinAsAdmin(house)).signedIn
  const person = await joinAlone(house)
  const { id, postcode } = await companyOf(house, person)
  goToNextMonth(house)
  await billCompanies(house)
  const [month] = monthsFrom(house)
  // The base alone, for a company that has no other month.
  await payFor(house, admin, { companyId: id })
  expect(await sums(postcode)).toEqual({ ever: 59_00, inMonth: 59_00, companies: 1, paidOut: 0 })
  valueFrom(await applyAsSeasonPartner(house, person.signedIn, seasonForm(monthsFrom(house, 3).slice(1))))
  await payFor(house, admin, { companyId: id })
  expect(await readPatrolSums(house.db, postcode, month ?? '2027-01')).toMatchObject({
    ever: 59_00 + 2 * 399_00,
    inMonth: 59_00,
  })
  // Only the part of the month that was let go is taken back.
  const [, last] = await slotsOf(house, 'season_slots', id)
  valueFrom(await releaseSlot(house, admin, id, { slot: last?.id ?? '', reason: 'På begäran' }))
  expect([await sums(postcode, 1), await sums(postcode, 2)]).toMatchObject([
    { ever: 59_00 + 399_00, inMonth: 399_00 },
    { inMonth: 0 },
  ])
  await expectBooksToBalance(house.db)
})

test('a fee for bookings sets aside no patrol part, also when paid together with a package', async () => {
  const { id } = await sponsorThatPays()
  const own = await house.db.selectFrom('charges').select('id').where('company_id', '=', id).executeTakeFirstOrThrow()
  const [charge] = await readCharges(house.db, [own.id])
  if (!charge) throw new Error('What was paid was asked for')
  const fee = { ...charge, id: randomUUID(), kind: 'fee' as const }
  const lines = await readLines(house.db, [charge.id])
  const ofFee = lines.map((line) => ({ ...line, chargeId: fee.id, slotId: null }))
  const parts = await partsOfPaid(house, [charge, fee], [...lines, ...ofFee], new Map())
  expect([...parts.keys()]).toEqual([charge.id])
  expect(parts.get(charge.id)).toMatchObject([{ companyId: id, amount: 199_00 }])
  expect(await partsOfPaid(house, [fee], ofFee, new Map())).toEqual(new Map())
})

test('a credit note takes back the patrol part and shows how much', async () => {
  const { admin, person, id, postcode } = await sponsorThatPays(3)
  const [slot] = await slotsOf(house, 'sponsor_slots', id)
  valueFrom(await releaseSlot(house, admin, id, { slot: slot?.id ?? '', reason: 'På begäran' }))
  expect(await sums(postcode, 3)).toEqual({ ever: 0, inMonth: 0, companies: 0, paidOut: 0 })
  const [credit] = await creditsOf(house.db, id)
  expect(await ofReceipt(person, credit?.number ?? 0)).toEqual({ amount: -199_00, postcode })
  await expectBooksToBalance(house.db)
})

test('a changed patrol share applies to later payments, is in the audit log and is set by administrators only', async () => {
  const first = await sponsorThatPays()
  const asked = (percent: string) => ({
    house,
    visitor: first.person.visitor,
    signedIn: first.admin,
    values: { percent },
  })
  valueFrom(await setPatrolShare(asked('0')))
  const second = await sponsorThatPays()
  valueFrom(await setPatrolShare(asked('20')))
  expect(await ofReceipt(first.person, first.number)).toMatchObject({ amount: 199_00 })
  expect(await ofReceipt(second.person, second.number)).toBeNull()
  expect(refusalFrom(await setPatrolShare(asked('101'))).fields).toHaveProperty('percent')
  const deeds = await house.db.selectFrom('audit_log').select('deed').where('deed', '=', 'set patrol share').execute()
  expect(deeds).toHaveLength(2)
  await expect(setPatrolShare({ ...asked('50'), signedIn: first.person.signedIn })).rejects.toThrow('not allowed')
})

test('a patrol payout goes to a partner of the postcode, is idempotent by key and never exceeds what is set aside', async () => {
  const { admin, postcode, person } = await sponsorThatPays()
  const guards = await companyOf(house, await joinIn(house, postcode))
  await letBeCalled(house, guards.id)
  const form = {
    key: randomUUID(),
    company: guards.id,
    amount: '150',
    paidOn: dayOf(house.clock.now()),
    reference: 'F-7',
  }
  const note = (given: Record<string, string> = {}) => noteMoneyPaidOut(house, admin, postcode, { ...form, ...given })
  expect(refusalFrom(await note({ amount: '199,01' })).fields).toMatchObject({
    amount: 'Här är 199\u00a0kr kvar att betala ut',
  })
  const { id: stranger } = await companyOf(house, await joinAlone(house))
  expect(refusalFrom(await note({ company: stranger })).fields).toHaveProperty('company')
  expect(refusalFrom(await note({ paidOn: '2999-01-01' })).fields).toHaveProperty('paidOn')
  valueFrom(await note())
  valueFrom(await note())
  expect(await sums(postcode)).toMatchObject({ ever: 199_00, paidOut: 150_00 })
  expect(refusalFrom(await note({ key: randomUUID(), amount: '50' })).fields).toHaveProperty('amount')
  valueFrom(await note({ key: randomUUID(), amount: '49' }))
  await expectBooksToBalance(house.db)
  const noted = (await readAudit(house.db, { kind: 'postcode', id: postcode }, 10)).filter(
    ({ deed }) => deed === 'note patrol payout',
  )
  expect(noted).toMatchObject([{ after: { amount: 49_00 } }, { after: { amount: 150_00 } }])
  await expect(noteMoneyPaidOut(house, person.signedIn, postcode, form)).rejects.toThrow('not allowed')
})

test('SIE files contain every voucher of the month, patrol payouts among them', async () => {
  const { admin, postcode } = await sponsorThatPays()
  const guards = await companyOf(house, await joinIn(house, postcode))
  await letBeCalled(house, guards.id)
  const now = house.clock.now()
  const form = { key: randomUUID(), company: guards.id, amount: '150', paidOn: dayOf(now), reference: 'F-8' }
  valueFrom(await noteMoneyPaidOut(house, admin, postcode, form))
  const { vouchers } = await sieOf(house, admin, monthOf(now))
  const paidOut = vouchers.filter(({ text }) => text.endsWith(', F-8'))
  expect(paidOut).toMatchObject([
    {
      text: expect.stringMatching(/^Utbetalt till ronder i \d{3} \d\d, F-8$/),
      rows: [{ ore: -150_00 }, { ore: 150_00 }],
    },
  ])
  const { count } = await house.db
    .selectFrom('ledger_vouchers')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where(sql<boolean>`to_char(at at time zone 'Europe/Stockholm', 'YYYY-MM') = ${monthOf(now)}`)
    .executeTakeFirstOrThrow()
  expect(vouchers).toHaveLength(Number(count))
})

test('trygghetsbidragKronor is the company’s patrol part of the current month, updated by the hourly sweep', async () => {
  const { person } = await sponsorThatPays()
  await sweepMoney(house)
  const given = async () => (await exportCompanies(house.db, person.signedIn.person.id))[0]?.trygghetsbidragKronor
  expect(await given()).toBe(199)
  goToNextMonth(house)
  await sweepMoney(house)
  expect(await given()).toBe(0)
})

test('the database refuses patrol parts and payouts that are not in the ledger, and deleting parts', async () => {
  const { id, postcode, number } = await sponsorThatPays()
  const month = `${monthOf(house.clock.now())}-01`
  await expect(
    house.db
      .insertInto('patrol_parts')
      .values({
        receipt_number: number,
        position: 9,
        company_id: id,
        postcode,
        month,
        percent: 10,
        net_cents: 100,
        amount_cents: 10,
      })
      .execute(),
  ).rejects.toMatchObject({ constraint: 'patrol_parts_are_booked' })
  const payout = { id: randomUUID(), postcode, company_id: id, amount_cents: 1, paid_on: month, reference: 'x' }
  await expect(
    house.db
      .insertInto('patrol_payouts')
      .values({ ...payout, noted_by: id, created_at: new Date() })
      .execute(),
  ).rejects.toMatchObject({ constraint: 'patrol_payouts_have_vouchers' })
  await expect(sql`delete from patrol_parts`.execute(house.db)).rejects.toThrow('patrol_parts can only be added to')
})
