import { expect, test } from 'vitest'
import { lockMembers } from '~/accounts/public.server'
import { withdraw } from '~/membership/course/change-course.server'
import { daysAfter } from '~/shared/time'
import { activateSlots } from '~/sponsorship/activate-slots.server'
import { applyAsSeasonPartner } from '~/sponsorship/apply/apply-as-season-partner.server'
import { releaseSlot } from '~/sponsorship/change/release-slot.server'
import { behind } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { askedForMonth, expectBooksToBalance, openChargesOf } from '../../../test/support/money'
import { found, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin } from '../../../test/support/people'
import { companyOf, joinAlone, monthsFrom, seasonForm, slotsOf } from '../../../test/support/sponsorship'
import { lockCharges } from '../charge-store.server'
import { markPaid } from '../desk/mark-paid.server'
import { readReceiptFor } from './read-receipt.server'

/** Several charges marked as paid in one press: each payer gets a receipt of their own. */
const house = useHouse()

async function askedMember() {
  const { member, charge } = await askedForMonth(house)
  return { member, memberId: member.signedIn.person.id, charge }
}

test('charges marked as paid together give each payer a receipt of their own, with the period of the month', async () => {
  const admin = await joinAsAdmin(house)
  const { member, memberId, charge } = await askedMember()
  const company = await joinAlone(house)
  const months = monthsFrom(house, 3).slice(1)
  valueFrom(await applyAsSeasonPartner(house, company.signedIn, seasonForm(months)))
  const { id: companyId } = await companyOf(house, company)
  const [season] = await openChargesOf(house.db, { companyId })
  await house.deliver()

  house.told.length = 0
  valueFrom(await markPaid(house, admin.signedIn, { charges: `${charge.id},${season?.id}` }))
  // Open pages of both payers and of the administrators are refreshed.
  const watching = [`person:${memberId}`, `company:${companyId}`, 'admin']
  expect(house.told.flatMap(({ to, about }) => (about === 'payments' ? to : []))).toEqual(
    expect.arrayContaining(watching),
  )
  const receipt = async (payer: 'member_id' | 'company_id', id: string) => {
    const row = await house.db.selectFrom('receipts').select('number').where(payer, '=', id).executeTakeFirstOrThrow()
    return found(await readReceiptFor(house, admin.signedIn, String(row.number)))
  }
  const { from, until } = await house.db
    .selectFrom('charges')
    .select(['period_from as from', 'period_until as until'])
    .where('id', '=', charge.id)
    .executeTakeFirstOrThrow()
  const [theirs, companys] = [await receipt('member_id', memberId), await receipt('company_id', companyId)]
  expect(theirs.lines).toEqual([
    { text: `Medlemskap, en månad, ${from} – ${daysAfter(until ?? '', -1)}`, net: 31_20, vat: 7_80, gross: 39_00 },
  ])
  expect(companys.lines.map(({ gross }) => gross)).toEqual(months.map(() => 2_493_75))

  expect(mailTo(await house.deliver(), member.email).subject).toBe(
    `Tack, din betalning är här: kvitto ${theirs.number}`,
  )
})

test('lock order: deleting a member while their month is marked as paid does not deadlock', async () => {
  const admin = await joinAsAdmin(house)
  const { memberId, charge } = await askedMember()
  // Lock order: members before charges, everywhere. The other way round would deadlock.
  const ticked = await behind(
    house.db,
    (leaving) => lockMembers(leaving, [memberId]),
    () => markPaid(house, admin.signedIn, { charges: charge.id }),
    (leaving) => lockCharges(leaving, [charge.id]),
  )
  expect(valueFrom(ticked)).toEqual({ booked: 1, before: 0, left: 0 })
  await expectBooksToBalance(house.db)
})

test('credit notes name the buying company, and name no resident', async () => {
  const admin = await joinAsAdmin(house)
  const { member, memberId, charge } = await askedMember()
  valueFrom(await markPaid(house, admin.signedIn, { charges: charge.id }))
  valueFrom(await withdraw(house, member.signedIn, { sure: 'on' }))
  const company = await joinAlone(house)
  valueFrom(await applyAsSeasonPartner(house, company.signedIn, seasonForm(monthsFrom(house, 3).slice(1))))
  const { id: companyId } = await companyOf(house, company)
  const slots = (await slotsOf(house, 'season_slots', companyId)).map(({ id }) => id)
  valueFrom(await activateSlots(house, admin.signedIn, companyId, { slots: slots.join(',') }))
  valueFrom(await releaseSlot(house, admin.signedIn, companyId, { slot: slots[0] ?? '', reason: 'Ångrade sig' }))
  const papers = (payer: 'member_id' | 'company_id', id: string) =>
    house.db.selectFrom('receipts').select(['kind', 'buyer']).where(payer, '=', id).orderBy('number').execute()
  const buyer = { name: 'Lind Städ AB', orgNumber: '556016-0680' }
  expect(await papers('company_id', companyId)).toMatchObject([
    { kind: 'receipt', buyer },
    { kind: 'credit', buyer },
  ])
  expect(await papers('member_id', memberId)).toEqual([
    { kind: 'receipt', buyer: null },
    { kind: 'credit', buyer: null },
  ])
})
