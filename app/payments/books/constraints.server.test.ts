import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { withdraw } from '~/membership/course/change-course.server'
import { useHouse } from '../../../test/support/house'
import { askedForMonth, expectBooksToBalance, payFor } from '../../../test/support/money'
import { joinAsAdmin } from '../../../test/support/people'

const house = useHouse()

describe('constraints of the database', () => {
  test.each([
    [
      'a payment of another amount',
      `insert into payments (charge_id, method, amount_cents, received_on, created_at) select id, 'swish', 1, now(), now() from charges where status = 'open' limit 1`,
    ],
    [
      'a payment without a receipt',
      `insert into payments (charge_id, method, amount_cents, received_on, created_at) select id, 'swish', gross_cents, now(), now() from charges where status = 'open' limit 1`,
    ],
    [
      'a charge marked as paid without a payment',
      `update charges set status = 'paid', paid_at = now() where id = (select id from charges where status = 'open' limit 1)`,
    ],
    [
      'a changed price',
      `update charges set net_cents = 100, vat_cents = 25, gross_cents = 125 where id = (select id from charges where status = 'open' limit 1)`,
    ],
    ['a skipped receipt number', 'update receipt_counter set last = last + 1'],
    ['a receipt number that is given back', 'update receipt_counter set last = last - 1'],
    ['a changed receipt', 'update receipts set gross_cents = 1 where number = 1001'],
    [
      'a receipt moved to another person',
      'update receipts set member_id = (select id from profiles limit 1) where number = 1001',
    ],
    ['a deleted receipt', 'delete from receipts where number = 1001'],
    ['a changed ledger entry', 'update ledger_entries set amount_cents = amount_cents + 1'],
    ['a truncated ledger', 'truncate ledger_entries'],
    [
      'a voucher that does not balance',
      `insert into ledger_entries (voucher_id, account, amount_cents) select id, 1580, 100 from ledger_vouchers limit 1`,
    ],
    ['an empty voucher', 'insert into ledger_vouchers (at, receipt_number) values (now(), 1001)'],
    [
      'a refund of more than was paid',
      `insert into refunds (key, payment_id, amount_cents, reason, created_at) select 'x', id, amount_cents + 1, 'x', now() from payments limit 1`,
    ],
    [
      'a refund without a credit note',
      `insert into refunds (key, payment_id, amount_cents, reason, created_at) select 'x', id, 1, 'x', now() from payments where id not in (select payment_id from refunds) limit 1`,
    ],
    ['deleted payments', 'delete from payments'],
    ['a changed membership history', `update member_events set why = 'x'`],
    ['deletions from the membership history', 'delete from member_events'],
  ])('refuse %s', async (_, statement) => {
    const admin = await joinAsAdmin(house)
    const { member } = await askedForMonth(house)
    await payFor(house, admin.signedIn, { memberId: member.signedIn.person.id })
    await askedForMonth(house)
    await expect(house.db.transaction().execute((db) => sql.raw(statement).execute(db))).rejects.toMatchObject({
      code: expect.stringMatching(/^(23|42501)/),
    })
  })

  test('allow a withdrawal: five requests at once issue one credit note', async () => {
    const admin = await joinAsAdmin(house)
    const { member } = await askedForMonth(house)
    await payFor(house, admin.signedIn, { memberId: member.signedIn.person.id })
    await Promise.all(Array.from({ length: 5 }, () => withdraw(house, member.signedIn, { sure: 'on' })))
    const receipts = house.db.selectFrom('receipts').select('kind').where('member_id', '=', member.signedIn.person.id)
    expect((await receipts.execute()).map(({ kind }) => kind).sort()).toEqual(['credit', 'receipt'])
    await expectBooksToBalance(house.db)
  })
})
