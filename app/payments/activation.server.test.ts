import { expect, test } from 'vitest'
import { applyAsSponsor } from '~/sponsorship/apply/apply-as-sponsor.server'
import { setClock } from '../../test/support/bookings'
import { useHouse } from '../../test/support/house'
import { askedForMonth, expectBooksToBalance, openChargesOf } from '../../test/support/money'
import { valueFrom } from '../../test/support/outcome'
import { companyOf, joinAlone, joinAsAdmin, slotsOf, sponsorForm } from '../../test/support/sponsorship'
import { activate } from './activation.server'
import { billCompanies } from './bill-companies.server'
import type { Charge } from './charge-store.server'
import { markPaid } from './desk/mark-paid.server'

const house = useHouse()

test('activating a charge of an unknown kind throws instead of taking the money for nothing', async () => {
  // As a newer process running beside this one would write it.
  const charge = { id: 'c1', kind: 'gold', memberId: null, companyId: 'a company' } as unknown as Charge
  await expect(activate(house, [charge], [], null)).rejects.toThrow('gives')
})

test('booking charges together pays each for its own, and gives a base month later only beside a package that includes it', async () => {
  setClock('2031-05-10T10:00:00Z')
  const [both, gone, plain] = [await joinAlone(house), await joinAlone(house), await joinAlone(house)]
  const ids = await Promise.all([both, gone, plain].map(async (one) => (await companyOf(house, one)).id))
  const { charge } = await askedForMonth(house)
  setClock('2031-06-01T06:00:00Z')
  await billCompanies(house)
  for (const { signedIn } of [both, gone]) valueFrom(await applyAsSponsor(house, signedIn, sponsorForm('2031-06')))
  // Without a billing row, no further base month is asked for, so none can be given in place of the struck one.
  await house.db
    .deleteFrom('company_billing')
    .where('company_id', '=', ids[1] ?? '')
    .execute()
  const open = (await Promise.all(ids.map((companyId) => openChargesOf(house.db, { companyId })))).flat()
  const charges = [charge, ...open].map(({ id }) => id).join(',')
  const { signedIn: admin } = await joinAsAdmin(house)
  valueFrom(await markPaid(house, admin, { charges }))

  const paid = await house.db
    .selectFrom('charges')
    .innerJoin('payments', 'payments.charge_id', 'charges.id')
    .innerJoin('receipts', 'receipts.payment_id', 'payments.id')
    .leftJoin('patrol_parts', 'patrol_parts.receipt_number', 'receipts.number')
    .select([
      'charges.company_id as id',
      'charges.kind',
      'period_from as from',
      'lines',
      'month',
      'patrol_parts.amount_cents as part',
    ])
    .where('charges.company_id', 'in', ids)
    .execute()
  const of = (id: string | undefined, kind: string) => paid.filter((one) => one.id === id && one.kind === kind)
  const base = (month: string, text: string) => [
    { from: `${month}-01`, month: `${month}-01`, lines: [{ text: `Bas, ${text}` }], part: 59_00 },
  ]
  expect(of(ids[0], 'base')).toMatchObject(base('2031-07', 'juli 2031'))
  expect(of(ids[1], 'base')).toMatchObject(base('2031-06', 'juni 2031'))
  expect(of(ids[2], 'base')).toMatchObject(base('2031-06', 'juni 2031'))
  for (const id of ids.slice(0, 2)) {
    expect(await slotsOf(house, 'sponsor_slots', id)).toMatchObject([{ status: 'active' }])
    expect(of(id, 'sponsor')).toMatchObject([{ month: '2031-06-01', part: 199_00 }])
  }
  const month = house.db.selectFrom('charges').select(['status', 'period_from']).where('id', '=', charge.id)
  expect(await month.executeTakeFirst()).toEqual({ status: 'paid', period_from: expect.any(String) })
  await expectBooksToBalance(house.db)
})
