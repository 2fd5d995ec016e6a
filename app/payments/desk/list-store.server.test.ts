import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useHouse } from '../../../test/support/house'
import { joinAsMember } from '../../../test/support/people'
import { companyOf, joinAlone } from '../../../test/support/sponsorship'
import {
  insertPayout,
  isPaymentKnown,
  lockRefund,
  markPaidOut,
  readPaymentOf,
  readPaymentsOf,
  readReceipt,
  readReceiptsOf,
  sumRefunded,
} from '../book-store.server'
import { fromNet, membershipLine } from '../charge'
import { type Charge, insertCharges, type NewCharge, readLines } from '../charge-store.server'
import { giveBack } from '../give-back.server'
import { entriesOfPayout } from '../ledger'
import { takePayments } from '../take-payments.server'
import { readCharges, readRefundsToPay } from './list-store.server'

/** The administrators' lists and the receipts. Each row has another beside it that differs only in payer or state. */
const house = useHouse()
let [eva, ola, firm, other] = ['', '', '', '']
let made = 0

async function ask(payer: NewCharge['payer'], net: number, dueOn: string, kind: NewCharge['kind'] = 'season') {
  const line = payer.memberId ? membershipLine : { text: 'Bas', slotId: null, ...fromNet(net) }
  const asked = { key: `list ${made++}`, kind, payer, lines: [line], dueOn }
  const [charge] = await house.db.transaction().execute((db) => insertCharges(db, [asked], house.clock.now()))
  if (!charge) throw new Error('A charge with a new key is written')
  return charge
}
const pay = (charge: Charge, more: { method?: 'card' | 'swish'; externalId?: string; refundableId?: string } = {}) =>
  house.db
    .transaction()
    .execute((db) =>
      takePayments(
        { ...house, db },
        [{ chargeId: charge.id, method: 'swish', receivedOn: '2031-05-09', ...more }],
        null,
      ),
    )
const back = (charge: Charge) =>
  house.db.transaction().execute(async (db) => {
    const lines = await readLines(db, [charge.id])
    return giveBack({ ...house, db }, charge, { key: `back ${charge.id}`, lines, reason: 'Ångrade sig' })
  })
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

beforeAll(async () => {
  eva = (await joinAsMember(house)).signedIn.person.id
  ola = (await joinAsMember(house)).signedIn.person.id
  firm = (await companyOf(house, await joinAlone(house))).id
  other = (await companyOf(house, await joinAlone(house))).id
})

test('charges are filtered by state, kind, reference and payer, sorted, and paged by keyset', async () => {
  const [b, a, c] = [
    await ask({ companyId: firm }, 200_00, '2031-05-02'),
    await ask({ companyId: firm }, 300_00, '2031-05-01'),
    await ask({ companyId: other }, 100_00, '2031-05-03', 'sponsor'),
  ]
  const [evas, olas, paid] = [
    await ask({ memberId: eva }, 0, '2031-05-04', 'membership'),
    await ask({ memberId: ola }, 0, '2031-05-05', 'membership'),
    await ask({ companyId: firm }, 400_00, '2031-05-01'),
  ]
  await pay(paid)
  const query = { status: 'open', kind: null, whose: null, limit: 9 } as const
  const read = async (
    given: Partial<Parameters<typeof readCharges>[1]> = {},
    order: Parameters<typeof readCharges>[2] = { by: 'due', down: false },
    before: string | null = null,
  ) => ids(await readCharges(house.db, { ...query, ...given }, order, before))
  expect(await read()).toEqual(ids([a, b, c, evas, olas]))
  expect(await read({}, { by: 'due', down: false }, b.id)).toEqual(ids([c, evas, olas]))
  expect(await read({ limit: 2 }, { by: 'sum', down: true })).toEqual(ids([a, b]))
  expect(await read({}, { by: 'asked', down: true })).toEqual(ids([olas, evas, c, a, b]))
  expect(await read({}, { by: 'asked', down: true }, evas.id)).toEqual(ids([c, a, b]))
  expect([await read({ status: 'paid' }), await read({ kind: 'sponsor' })]).toEqual([[paid.id], [c.id]])
  expect(await read({ whose: { reference: b.reference } })).toEqual([b.id])
  const whose = (memberIds: string[], companyIds: string[]) => read({ whose: { memberIds, companyIds } })
  expect([await whose([eva], [other]), await whose([], [firm]), await whose([], [])]).toEqual([
    ids([c, evas]),
    ids([a, b]),
    [],
  ])
  const [listed] = await readCharges(house.db, { ...query, status: 'paid' }, { by: 'due', down: false }, null)
  expect(listed).toMatchObject({ companyName: 'Lind Städ AB', memberName: null, gross: 500_00, receiptNumber: 1001 })
})

test('payments, receipts and refunds are found by their charge, payer or id, and a refund is paid out once', async () => {
  const { db } = house
  const [byCard, bySwish, kept] = [
    await ask({ companyId: firm }, 100_00, '2031-06-01'),
    await ask({ companyId: other }, 200_00, '2031-06-01'),
    await ask({ companyId: firm }, 300_00, '2031-06-01'),
  ]
  await pay(byCard, { method: 'card', externalId: 'cs_1' })
  await pay(bySwish, { externalId: 'swish 1', refundableId: 'pi_1' })
  await pay(kept)
  expect([await isPaymentKnown(db, 'cs_1'), await isPaymentKnown(db, 'cs_2')]).toEqual([true, false])
  const payments = await readPaymentsOf(db, [byCard.id, kept.id])
  expect([
    payments.get(byCard.id),
    payments.get(kept.id),
    payments.has(bySwish.id),
    (await readPaymentsOf(db, [])).size,
  ]).toEqual([{ method: 'card', externalId: 'cs_1' }, { method: 'swish', externalId: null }, false, 0])
  const payment = await readPaymentOf(db, bySwish.id)
  expect(payment).toMatchObject({ method: 'swish', amount: 250_00, refundableId: 'pi_1', receivedOn: '2031-05-09' })
  expect([await back(byCard), await back(bySwish)]).toMatchObject([
    { amount: { gross: 125_00 } },
    { amount: { gross: 250_00 } },
  ])
  // Fully refunded: nothing is left to give back.
  expect(await back(bySwish)).toBeNull()
  expect([
    await sumRefunded(db, payment?.id ?? ''),
    await sumRefunded(db, (await readPaymentOf(db, kept.id))?.id ?? ''),
  ]).toEqual([250_00, 0])

  const toPay = async (after: string | null, limit = 9) => readRefundsToPay(db, after, limit)
  const [first, second, ...more] = await toPay(null)
  expect([first, second, more]).toMatchObject([
    // Without a refundable id at the card provider, an administrator has to pay it out in another way.
    { method: 'card', amount: 125_00, companyId: firm, isRefused: true, reason: 'Ångrade sig' },
    { method: 'swish', amount: 250_00, companyId: other, isRefused: false, companyName: 'Lind Städ AB' },
    [],
  ])
  expect([ids(await toPay(first?.id ?? '')), ids(await toPay(null, 1))]).toEqual([[second?.id], [first?.id]])
  const id = first?.id ?? ''
  expect(await lockRefund(db, id)).toMatchObject({
    id,
    amount: 125_00,
    method: 'card',
    paidOutAt: null,
    refundableId: null,
  })
  const now = house.clock.now()
  const out = await db.transaction().execute(async (trx) => {
    const once = [await markPaidOut(trx, id, eva, now), await markPaidOut(trx, id, ola, now)]
    await insertPayout(trx, { refundId: id }, entriesOfPayout('swish', 125_00), now)
    return once
  })
  expect([out, ids(await toPay(null))]).toEqual([[true, false], [second?.id]])

  const number = payment?.receiptNumber ?? 0
  expect(await readReceipt(db, number)).toMatchObject({
    isCredit: false,
    paidOut: null,
    companyId: other,
    reference: bySwish.reference,
    net: 200_00,
    gross: 250_00,
  })
  const { rows } = await sql<{ number: number }>`select number from receipts where refund_id = ${id}`.execute(db)
  expect(await readReceipt(db, rows[0]?.number ?? 0)).toMatchObject({
    isCredit: true,
    paidOut: true,
    gross: -125_00,
    reference: byCard.reference,
  })
  expect(await readReceipt(db, 999_999)).toBeUndefined()
  const mine = await readReceiptsOf(db, { companyId: other }, 9)
  expect(mine.map(({ kind, gross }) => [kind, gross])).toEqual([
    ['credit', -250_00],
    ['receipt', 250_00],
  ])
  expect((await readReceiptsOf(db, { companyId: other }, 1)).map(({ kind }) => kind)).toEqual(['credit'])
  expect(await readReceiptsOf(db, { memberId: eva }, 9)).toEqual([])
})
