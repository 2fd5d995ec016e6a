import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useHouse, useTakenBack } from '../../../test/support/house'
import { joinAsMember } from '../../../test/support/people'
import { companyOf, joinAlone } from '../../../test/support/sponsorship'
import { deleteBankFiles, insertBankFile, markBooked, readBankFile, readLatestFiles } from '../bank/bank-store.server'
import { membershipLine } from '../charge'
import { insertCharges } from '../charge-store.server'
import {
  claimDueSwish,
  countSwishSince,
  endSwish,
  insertSwish,
  lookAgain,
  lookSoon,
  markSwishSeen,
  markWaiting,
  noteSwish,
  readSwishOf,
  readSwishToSee,
} from '../swish/swish-store.server'
import { alignCards } from './align-cards.server'
import { insertEvent, markEventSeen, readEventsToSee, updateEvent, wasHeard } from './card-event-store.server'
import {
  claimDueOrders,
  insertEnds,
  insertMoves,
  insertOrders,
  isSentBack,
  isToEnd,
  orderRefund,
  readRefusedOrders,
  settleOrder,
  takeBackEnd,
  takeUpRefused,
} from './card-order-store.server'
import {
  endSubscriptionsOf,
  insertCheckout,
  insertCustomer,
  keepSubscriptionsOf,
  readCardPayers,
  readCheckout,
  readCustomer,
  readLiveSubscription,
  readLiveSubscriptions,
  readOwner,
  updateSubscription,
  upsertSubscription,
  wasAgreed,
} from './card-store.server'

/**
 * The stores of card and Swish, with two members and two companies, so that a query that forgets its owner finds
 * another's rows.
 */
const real = useHouse()
const house = useTakenBack(real)
const now = new Date('2027-02-03T09:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
let [eva, ola, firm, other] = ['', '', '', '']

beforeAll(async () => {
  eva = (await joinAsMember(real)).signedIn.person.id
  ola = (await joinAsMember(real)).signedIn.person.id
  firm = (await companyOf(real, await joinAlone(real))).id
  other = (await companyOf(real, await joinAlone(real))).id
})

const member = (memberId: string) => ({ memberId, companyId: null })
const company = (companyId: string) => ({ memberId: null, companyId })
const orders = async () =>
  new Map(
    (await house.db.selectFrom('card_orders').select(['key', 'state', 'attempts', 'last_error']).execute()).map(
      ({ key, ...order }) => [key.replace(/ \d+$/, ''), order],
    ),
  )

describe('stored orders to the card provider', () => {
  test('are claimed when due, oldest first, settled once, and queued again after a refusal only on request', async () => {
    const { db } = house
    const add = (key: string, at: Date) => insertOrders(db, [{ key, kind: 'end subscription', object_id: key }], at)
    await add('second', minutes(-1))
    await add('first', minutes(-2))
    await add('first', minutes(-3))
    await add('later', minutes(1))
    await insertOrders(db, [], now)
    const [order, ...more] = await claimDueOrders(db, now, 60, 1)
    expect([order?.objectId, order?.attempts, more]).toEqual(['first', 1, []])
    expect((await claimDueOrders(db, now, 60, 9)).map(({ objectId }) => objectId)).toEqual(['second'])
    expect(await claimDueOrders(db, now, 60, 9)).toEqual([])
    const id = order?.id ?? ''
    await settleOrder(db, id, { state: 'queued', reason: 'away', next: minutes(5) })
    expect(await claimDueOrders(db, minutes(4), 60, 9)).toHaveLength(2)
    await settleOrder(db, id, { state: 'failed', reason: 'no such' })
    await settleOrder(db, id, { state: 'done' })
    expect((await orders()).get('first')).toEqual({ state: 'failed', attempts: 1, last_error: 'no such' })
    expect(await readRefusedOrders(db, 9)).toMatchObject([{ id, objectId: 'first', reason: 'no such' }])
    // A refused order is not retried by itself, however much time has passed.
    const late = await claimDueOrders(db, minutes(60), 60, 9)
    expect(late.map(({ objectId }) => objectId).sort()).toEqual(['later', 'second'])
    expect(await takeUpRefused(db, { id }, { state: 'queued', next: now })).toBe(true)
    expect(await takeUpRefused(db, { id }, { state: 'queued', next: now })).toBe(false)
    expect([(await orders()).get('first'), await readRefusedOrders(db, 9)]).toEqual([
      { state: 'queued', attempts: 0, last_error: 'no such' },
      [],
    ])
    expect((await orders()).get('second')?.state).toBe('queued')
  })

  test('to refund are unique for each payment and found by it', async () => {
    const { db } = house
    await orderRefund(db, { refundId: null, paymentId: 'pi_1', amount: 3900 }, now)
    await orderRefund(db, { refundId: null, paymentId: 'pi_1', amount: 3900 }, now)
    expect([await isSentBack(db, 'pi_1'), await isSentBack(db, 'pi_2'), (await orders()).size]).toEqual([
      true,
      false,
      1,
    ])
    const [order] = await claimDueOrders(db, now, 60, 9)
    expect(order).toMatchObject({ kind: 'refund', amount: 3900, objectId: 'pi_1', refundId: null })
  })

  test('to move are replaced by a later move or an end, and an end can be taken back until it is attempted', async () => {
    const { db } = house
    await insertMoves(
      db,
      [
        { subscriptionId: 'sub_1', until: '2027-03-01' },
        { subscriptionId: 'sub_2', until: '2027-03-01' },
      ],
      now,
    )
    await insertMoves(db, [{ subscriptionId: 'sub_1', until: '2027-04-01' }], minutes(1))
    const states = async () => Object.fromEntries([...(await orders())].map(([key, { state }]) => [key, state]))
    const moved = {
      'move sub_1 2027-03-01': 'done',
      'move sub_1 2027-04-01': 'queued',
      'move sub_2 2027-03-01': 'queued',
    }
    expect(await states()).toEqual(moved)
    await insertEnds(db, ['sub_1', 'sub_3'], now)
    await insertEnds(db, ['sub_1'], now)
    const ended = { ...moved, 'move sub_1 2027-04-01': 'done', 'end sub_1': 'queued', 'end sub_3': 'queued' }
    expect(await states()).toEqual(ended)
    expect([await isToEnd(db, 'sub_1'), await isToEnd(db, 'sub_2')]).toEqual([true, false])
    await takeBackEnd(db, [])
    await takeBackEnd(db, ['sub_1'])
    expect([await isToEnd(db, 'sub_1'), await isToEnd(db, 'sub_3')]).toEqual([false, true])
    // Neither an order that a process is carrying out now, nor one that is carried out, can be taken back.
    await claimDueOrders(db, now, 60, 9)
    await takeBackEnd(db, ['sub_3'])
    expect(await isToEnd(db, 'sub_3')).toBe(true)
    await sql`update card_orders set attempts = 0, state = 'done'`.execute(db)
    await takeBackEnd(db, ['sub_3'])
    expect(await isToEnd(db, 'sub_3')).toBe(true)
  })
})

describe('stored card subscriptions', () => {
  const subscription = (id: string, customerId: string, given: { isLive?: boolean; status?: string } = {}) => ({
    id,
    customerId,
    status: 'active',
    isLive: true,
    nextChargeOn: '2027-03-01',
    ...given,
  })

  test('are read for their owner, oldest first, and are not overwritten by an older report', async () => {
    const { db } = house
    for (const [id, owner] of [
      ['cus_eva', member(eva)],
      ['cus_ola', member(ola)],
      ['cus_firm', company(firm)],
      ['cus_other', company(other)],
    ] as const) {
      await insertCustomer(db, id, owner, now)
    }
    await insertCustomer(db, 'cus_again', member(eva), now)
    expect([await readCustomer(db, member(eva)), await readCustomer(db, company(firm))]).toEqual([
      'cus_eva',
      'cus_firm',
    ])
    expect([await readOwner(db, 'cus_eva'), await readOwner(db, 'cus_firm'), await readOwner(db, 'cus_none')]).toEqual([
      member(eva),
      company(firm),
      undefined,
    ])
    await upsertSubscription(db, subscription('sub_2', 'cus_eva'), minutes(-1))
    await upsertSubscription(db, subscription('sub_1', 'cus_eva'), minutes(1))
    await upsertSubscription(db, subscription('sub_dead', 'cus_eva', { isLive: false }), minutes(-9))
    await upsertSubscription(db, subscription('sub_ola', 'cus_ola', { isLive: false }), now)
    await upsertSubscription(db, subscription('sub_firm', 'cus_firm'), now)
    await upsertSubscription(db, subscription('sub_other', 'cus_other'), now)
    expect(await readCardPayers(db, [eva, ola])).toEqual(new Set([eva]))
    expect([await readCardPayers(db, []), await readCardPayers(db, [ola])]).toEqual([new Set(), new Set()])
    const live = async (...owners: Parameters<typeof readLiveSubscriptions>[1]) =>
      (await readLiveSubscriptions(db, owners)).map(({ id }) => id)
    expect([await live(member(eva)), await live(member(ola)), await live(company(firm))]).toEqual([
      ['sub_2', 'sub_1'],
      [],
      ['sub_firm'],
    ])
    expect(await live(member(eva), company(other))).toEqual(['sub_2', 'sub_other', 'sub_1'])
    expect((await readLiveSubscription(db, member(eva)))?.id).toBe('sub_2')

    await upsertSubscription(db, subscription('sub_2', 'cus_eva', { status: 'stale', isLive: false }), minutes(-2))
    expect(await readLiveSubscription(db, member(eva))).toMatchObject({ id: 'sub_2', status: 'active' })
    await upsertSubscription(db, subscription('sub_2', 'cus_eva', { status: 'past_due' }), minutes(-1))
    expect((await readLiveSubscription(db, member(eva)))?.status).toBe('past_due')
    await updateSubscription(db, 'sub_firm', { status: 'trialing', next_charge_on: '2027-09-01' })
    expect(await readLiveSubscription(db, company(firm))).toMatchObject({
      status: 'trialing',
      nextChargeOn: '2027-09-01',
    })
    expect(await readLiveSubscription(db, company(other))).toMatchObject({
      status: 'active',
      nextChargeOn: '2027-03-01',
    })

    await endSubscriptionsOf(db, member(eva), now)
    expect([...(await orders()).keys()].sort()).toEqual(['end sub_1', 'end sub_2'])
    await keepSubscriptionsOf(db, member(eva))
    expect([...(await orders()).keys()]).toEqual(['end sub_1'])
    await db.updateTable('companies').set({ deleted_at: now }).where('id', '=', firm).execute()
    expect([await readOwner(db, 'cus_firm'), await readOwner(db, 'cus_other')]).toEqual([null, company(other)])
  })

  test('are moved when their owner is covered longer, unless they are to end, and ended when the membership is over', async () => {
    const { db } = house
    for (const [id, who] of [
      ['cus_eva', eva],
      ['cus_ola', ola],
    ] as const) {
      await insertCustomer(db, id, member(who), now)
      await upsertSubscription(db, subscription(`sub_${id}`, id), now)
    }
    const covered = (isOver: boolean, ...people: string[]) =>
      alignCards(
        db,
        people.map((memberId) => ({ memberId, coveredUntil: '2027-06-01', isOver })),
        now,
      )
    const told = async () => [...(await orders())].filter(([, { state }]) => state === 'queued').map(([key]) => key)
    await covered(false)
    await covered(false, ola)
    expect(await told()).toEqual(['move sub_cus_ola 2027-06-01'])
    await insertEnds(db, ['sub_cus_eva'], now)
    await covered(false, eva)
    expect((await told()).sort()).toEqual(['end sub_cus_eva', 'move sub_cus_ola 2027-06-01'])
    await covered(true, ola)
    expect((await told()).sort()).toEqual(['end sub_cus_eva', 'end sub_cus_ola'])
  })

  test('may draw only the amount their owner agreed to, and a checkout keeps the amount it was first stored with', async () => {
    const { db } = house
    await insertCustomer(db, 'cus_eva', member(eva), now)
    await insertCustomer(db, 'cus_ola', member(ola), now)
    const lines = [membershipLine]
    const asked = { key: 'once', kind: 'membership' as const, payer: { memberId: eva }, lines, dueOn: '2027-02-10' }
    const [charge] = await insertCharges(db, [asked], now)
    const checkout = { id: 'cs_1', customerId: 'cus_eva', chargeId: null, amount: 3900 }
    await insertCheckout(db, checkout, now)
    await insertCheckout(db, { ...checkout, amount: 1 }, now)
    await insertCheckout(db, { id: 'cs_2', customerId: 'cus_eva', chargeId: charge?.id ?? '', amount: 4900 }, now)
    expect([await readCheckout(db, 'cs_1'), await readCheckout(db, 'cs_3')]).toEqual([checkout, undefined])
    const agreed = [wasAgreed(db, 'cus_eva', 3900), wasAgreed(db, 'cus_eva', 4900), wasAgreed(db, 'cus_ola', 3900)]
    expect(await Promise.all(agreed)).toEqual([true, false, false])
  })
})

test('a card event is stored once, and one that does not fit is listed newest first until it is marked as seen', async () => {
  const { db } = house
  const hear = async (id: string, outcome: Parameters<typeof updateEvent>[2], at: Date) => {
    const event = { id, type: 'invoice.paid', objectId: `in_${id}`, happenedAt: now }
    const isNew = await insertEvent(db, event, at)
    await updateEvent(db, id, outcome, `om ${id}`)
    return isNew
  }
  expect([await hear('a', 'mismatch', minutes(1)), await hear('b', 'paid twice', minutes(3))]).toEqual([true, true])
  await hear('c', 'booked', minutes(4))
  await hear('d', 'given back', minutes(2))
  expect(await insertEvent(db, { id: 'a', type: 'x', objectId: 'x', happenedAt: now }, now)).toBe(false)
  expect([await wasHeard(db, 'c'), await wasHeard(db, 'e')]).toEqual([true, false])
  const toSee = async (limit = 9) => (await readEventsToSee(db, limit)).map(({ id }) => id)
  expect([await toSee(), await toSee(1)]).toEqual([['b', 'd', 'a'], ['b']])
  expect((await readEventsToSee(db, 1))[0]).toMatchObject({
    outcome: 'paid twice',
    note: 'om b',
    objectId: 'in_b',
    receivedAt: minutes(3),
  })
  expect([await markEventSeen(db, 'b', eva, now), await markEventSeen(db, 'b', ola, now), await toSee()]).toEqual([
    true,
    false,
    ['d', 'a'],
  ])
})

test('a charge has one open Swish request at a time, which is polled when due and ends once', async () => {
  const { db } = house
  const asked = ['s1', 's2'].map((key, at) => ({
    key,
    kind: 'membership' as const,
    payer: { memberId: at ? ola : eva },
    lines: [membershipLine],
    dueOn: '2027-02-10',
  }))
  const [one = '', two = ''] = (await insertCharges(db, asked, now)).map(({ id }) => id)
  const ask = async (chargeId: string, at: Date, look = at) => {
    const id = crypto.randomUUID()
    const request = { id, chargeId, amount: 3900, payee: '1231181189', payer: '46701740699' }
    return { id, isNew: await insertSwish(db, request, at, look) }
  }
  const first = await ask(one, now, minutes(1))
  expect([first.isNew, (await ask(one, minutes(1))).isNew]).toEqual([true, false])
  const theirs = await ask(two, now, minutes(2))
  await markWaiting(db, first.id, 'token', minutes(3))
  expect(await readSwishOf(db, one)).toMatchObject({
    id: first.id,
    state: 'waiting',
    token: 'token',
    payer: '46701740699',
  })
  expect(await readSwishOf(db, two)).toMatchObject({ id: theirs.id, state: 'asked', token: null })
  await markWaiting(db, first.id, 'late', minutes(9))
  expect((await readSwishOf(db, one))?.token).toBe('token')

  expect(await claimDueSwish(db, minutes(1), 60, 9)).toEqual([])
  expect([await lookSoon(db, first.id, minutes(1)), await lookSoon(db, first.id, minutes(1))]).toEqual([true, false])
  expect((await claimDueSwish(db, minutes(2), 60, 1)).map(({ id }) => id)).toEqual([first.id])
  expect((await claimDueSwish(db, minutes(2), 60, 9)).map(({ id }) => id)).toEqual([theirs.id])
  await lookAgain(db, first.id, 'unknown', minutes(30))
  expect([(await readSwishOf(db, one))?.state, (await readSwishOf(db, two))?.state]).toEqual(['unknown', 'asked'])
  const end = { state: 'paid' as const, code: null, note: null }
  expect([
    await endSwish(db, first.id, end, minutes(9)),
    await endSwish(db, first.id, { ...end, state: 'failed' }, now),
  ]).toEqual([true, false])
  await lookAgain(db, first.id, 'waiting', now)
  expect(await readSwishOf(db, one)).toMatchObject({ state: 'paid', payer: null, token: null })
  expect([await lookSoon(db, first.id, now), (await readSwishOf(db, two))?.payer]).toEqual([false, '46701740699'])

  // A request that has ended is polled no more.
  expect((await claimDueSwish(db, minutes(60), 60, 9)).map(({ id }) => id)).toEqual([theirs.id])

  const later = await ask(one, minutes(10))
  expect([later.isNew, (await readSwishOf(db, one))?.id]).toEqual([true, later.id])
  const since = [
    countSwishSince(db, one, minutes(-1)),
    countSwishSince(db, one, now),
    countSwishSince(db, two, minutes(-1)),
  ]
  expect(await Promise.all(since)).toEqual([2, 1, 1])
  await endSwish(db, later.id, { state: 'failed', code: 'X', note: 'titta' }, minutes(12))
  await noteSwish(db, first.id, 'titta med')
  const toSee = async (limit = 9) => (await readSwishToSee(db, limit)).map(({ id }) => id)
  expect([await toSee(), await toSee(1)]).toEqual([[later.id, first.id], [later.id]])
  expect([
    await markSwishSeen(db, theirs.id, eva, now),
    await markSwishSeen(db, later.id, eva, now),
    await markSwishSeen(db, later.id, ola, now),
    await toSee(),
  ]).toEqual([false, true, false, [first.id]])
})

test('a bank file is recognised by its contents, marked as booked once and deleted without touching others', async () => {
  const { db } = house
  const rows = [2, 1].map((amount) => ({ bookedOn: '2027-02-01', amount, text: `rad ${amount}` }))
  const read = (digest: string, name: string, at: Date) =>
    insertBankFile(db, { digest: digest.repeat(64), name, readBy: eva, rows }, at)
  const [one, two] = [await read('a', 'ett.csv', now), await read('b', 'två.csv', minutes(5))]
  for (const [digest, { id }] of [
    ['a', one],
    ['b', two],
  ] as const) {
    expect(await read(digest, 'annat namn.csv', minutes(9))).toEqual({ id, isKnown: true })
  }
  expect([
    one.isKnown,
    (await readLatestFiles(db, 9)).map(({ name }) => name),
    await readLatestFiles(db, 1),
  ]).toMatchObject([false, ['två.csv', 'ett.csv'], [{ id: two.id }]])
  const file = await readBankFile(db, one.id)
  expect(file?.rows.map(({ position, amount, text }) => [position, amount, text])).toEqual([
    [1, 2, 'rad 2'],
    [2, 1, 'rad 1'],
  ])
  await markBooked(db, one.id, now)
  await markBooked(db, one.id, minutes(5))
  expect([(await readBankFile(db, one.id))?.bookedAt, (await readBankFile(db, two.id))?.bookedAt]).toEqual([now, null])
  await deleteBankFiles(db, minutes(5))
  expect([await readBankFile(db, one.id), (await readBankFile(db, two.id))?.id]).toEqual([undefined, two.id])
})
