import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { openLocalSwish } from '~/platform/payments/local-swish.server'
import { setClock } from '../../../test/support/bookings'
import { useHouse, useTakenBack } from '../../../test/support/house'
import { joinAsAdmin } from '../../../test/support/people'
import { companyOf, joinAlone } from '../../../test/support/sponsorship'
import { insertBankFile, markBooked } from '../bank/bank-store.server'
import { insertEvent, updateEvent } from '../card/card-event-store.server'
import { insertOrders } from '../card/card-order-store.server'
import { fromNet } from '../charge'
import { type Charge, insertCharges, readLines, strikeCharges } from '../charge-store.server'
import { giveBack } from '../give-back.server'
import { endSwish, insertSwish } from '../swish/swish-store.server'
import { takePayments } from '../take-payments.server'
import { listPayments } from './list-payments.server'
import { readPaymentSearch } from './payment-lists'

/** Each list of an administrator's payments page shows its own rows and none of the others'. */

const real = useHouse()
const house = useTakenBack(real)
let admin: SignedIn
let companyId = ''

beforeAll(async () => {
  admin = (await joinAsAdmin(real)).signedIn
  companyId = (await companyOf(real, await joinAlone(real))).id
})
beforeEach(() => {
  setClock('2031-05-10T10:00:00Z')
})

const list = (query = '') => listPayments(house, admin, readPaymentSearch(new URLSearchParams(query)))
const plain = (text: string) => text.replaceAll(/\s/g, ' ')
let made = 0
const ask = (count: number, dueOn = '2031-05-20') =>
  insertCharges(
    house.db,
    Array.from({ length: count }, () => ({
      key: `listed ${made++}`,
      kind: 'season' as const,
      payer: { companyId },
      lines: [{ text: 'Juni', slotId: null, ...fromNet(100_00) }],
      dueOn,
    })),
    house.clock.now(),
  )
const pay = (charges: readonly Charge[], method: 'card' | 'swish' = 'swish', refundableId?: string) =>
  takePayments(
    house,
    charges.map(({ id }) => ({ chargeId: id, method, ...(refundableId ? { refundableId } : {}) })),
    null,
  )
const back = async (charge: Charge) =>
  giveBack(house, charge, {
    key: `back ${charge.id}`,
    lines: await readLines(house.db, [charge.id]),
    reason: 'Ångrade sig',
  })

test('an unpaid charge is late from the day after its due day; paid and struck ones are never late', async () => {
  const [today, yesterday, settled] = [
    await ask(1, '2031-05-10'),
    await ask(1, '2031-05-09'),
    await ask(1, '2031-05-01'),
  ]
  await pay(settled)
  const late = async (query: string) => (await list(query)).charges.map(({ id, isLate, paid }) => [id, isLate, paid])
  expect(await late('')).toEqual([
    [yesterday[0]?.id, true, null],
    [today[0]?.id, false, null],
  ])
  expect(await late('visa=betalda')).toEqual([[settled[0]?.id, false, '10 maj 2031']])
  expect(await late('visa=strukna')).toEqual([])
  await strikeCharges(house.db, [yesterday[0]?.id ?? ''], 'Ångrade sig', house.clock.now())
  expect((await list('visa=strukna')).charges).toMatchObject([{ isLate: false, struckBecause: 'Ångrade sig' }])
})

test('a page lists fifty charges, and the unpaid ones are counted up to 999', async () => {
  await ask(50)
  const whole = await list()
  expect([whole.charges.length, whole.next]).toEqual([50, undefined])
  await ask(949)
  const first = await list()
  expect(first.unpaid).toMatchObject({ count: 999, words: '999', isMore: false })
  expect(plain(first.unpaid.sum)).toBe('124 875,00 kr')
  expect([first.charges.length, first.next]).toEqual([50, first.charges.at(-1)?.id])
  const second = await list(`efter=${first.next}`)
  expect(second.charges).toHaveLength(50)
  expect(second.charges.filter(({ id }) => first.charges.some((one) => one.id === id))).toEqual([])
  await ask(1)
  expect((await list()).unpaid).toMatchObject({ count: 999, words: 'fler än 999', isMore: true })
})

test('refunds to pay out tell whether the card provider sends them, fifty a page', async () => {
  const charges = await ask(51)
  const [byCard, refused, ...bySwish] = charges
  if (!byCard || !refused) throw new Error('as many as were asked for')
  await pay([byCard], 'card', 'pi_1')
  await pay([refused], 'card')
  await pay(bySwish)
  for (const charge of charges) await back(charge)
  const first = await list('visa=tillbaka')
  expect(first.refunds.slice(0, 3).map(({ byCard, isRefused }) => [byCard, isRefused])).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ])
  expect(first.refunds[0]).toMatchObject({ amount: expect.stringMatching(/^125,00\skr$/), since: '10 maj 2031' })
  expect([first.refunds.length, first.next]).toEqual([50, first.refunds.at(-1)?.id])
  const rest = await list(`visa=tillbaka&efter=${first.next}`)
  expect([rest.refunds.length, rest.next]).toEqual([1, undefined])
  expect(first.refunds.map(({ id }) => id)).not.toContain(rest.refunds[0]?.id)
  expect((await list()).refunds).toEqual([])
})

test('Swish requests and card events to look at are shown only in their own list', async () => {
  const { db } = house
  const now = house.clock.now()
  const [charge] = await ask(1)
  const id = randomUUID()
  await insertSwish(db, { id, chargeId: charge?.id ?? '', amount: 125_00, payee: '1231181189', payer: null }, now, now)
  await endSwish(db, id, { state: 'paid', code: null, note: 'betald i NOK' }, now)
  await insertEvent(db, { id: 'evt_1', type: 'invoice.paid', objectId: 'in_1', happenedAt: now }, now)
  await updateEvent(db, 'evt_1', 'mismatch', '1 öre betald')
  await insertOrders(
    db,
    [
      { key: 'a', kind: 'refund', object_id: 'pi_1', amount_cents: 39_00 },
      { key: 'b', kind: 'end subscription', object_id: 'sub_1' },
    ],
    now,
  )
  await db.updateTable('card_orders').set({ state: 'failed', last_error: 'no such' }).execute()
  const swish = await list('visa=swish')
  expect(swish.swish).toEqual([
    { id, note: 'betald i NOK', sum: expect.stringMatching(/^125,00\skr$/), at: '10 maj 12.00' },
  ])
  expect([swish.events, swish.refused, swish.charges, swish.refunds]).toEqual([[], [], [], []])
  const cards = await list('visa=kort')
  expect(cards.events).toMatchObject([{ id: 'evt_1', note: '1 öre betald', at: '10 maj 12.00' }])
  expect(cards.refused.map(({ objectId, amount }) => [objectId, amount && plain(amount)]).toSorted()).toEqual([
    ['pi_1', '39,00 kr'],
    ['sub_1', null],
  ])
  expect([cards.swish, cards.charges, cards.refunds]).toEqual([[], [], []])
  const unpaid = await list()
  expect([unpaid.swish, unpaid.events, unpaid.refused, unpaid.charges.length]).toEqual([[], [], [], 1])
})

test('the five latest bank files tell whether they are booked, and the page tells whether cards and Swish are taken', async () => {
  const row = { bookedOn: '2031-05-01', amount: 1_00, text: 'x', name: null, because: null }
  for (let day = 1; day <= 6; day++) {
    const file = { digest: String(day).repeat(64), name: `${day}.csv`, readBy: admin.person.id, rows: [row] }
    const at = new Date(`2031-05-0${day}T08:00:00Z`)
    const { id } = await insertBankFile(house.db, file, at)
    if (day === 6) await markBooked(house.db, id, at)
  }
  const shown = await list()
  expect(shown.files.map(({ name }) => name)).toEqual(['6.csv', '5.csv', '4.csv', '3.csv', '2.csv'])
  expect(shown.files.slice(0, 2).map(({ when }) => when)).toEqual([
    'bokförd 6 maj 10.00',
    'inläst 5 maj 10.00, inte bokförd',
  ])
  expect([shown.takesCards, shown.takesSwish]).toEqual([false, false])
  const { desk, till } = { desk: null as never, till: null as never }
  const both = { ...house, swish: openLocalSwish(), cards: { desk, till } }
  expect(await listPayments(both, admin, readPaymentSearch(new URLSearchParams()))).toMatchObject({
    takesCards: true,
    takesSwish: true,
  })
})

test('search by digits or a reference finds that charge, and other text finds the payer', async () => {
  const [one, two] = await ask(2)
  const shown = async (q: string) => (await list(`q=${encodeURIComponent(q)}`)).charges.map(({ id }) => id)
  expect(await shown(one?.reference.slice(2) ?? '')).toEqual([one?.id])
  expect(await shown(two?.reference.toLowerCase() ?? '')).toEqual([two?.id])
  expect((await shown('Lind Städ')).toSorted()).toEqual([one?.id, two?.id].toSorted())
  expect((await list(`visa=betalda&q=${one?.reference}`)).charges).toEqual([])
})
