import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Answer, CardOrder, Checkout } from '~/platform/payments/cards.server'
import { notAsked, notThere } from '~/shared/outcome'
import { dayOf, daysAfter } from '~/shared/time'
import { useHouse } from '../../../test/support/house'
import { askedForMonth, payFor } from '../../../test/support/money'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember } from '../../../test/support/people'
import { insertOrders, type NewOrder } from './card-order-store.server'
import { drawDay, insertCustomer, readLiveSubscriptions, upsertSubscription } from './card-store.server'
import { carryOutCardOrders } from './carry-out-card-orders.server'
import { openCardPortal, payChargeByCard, subscribeByCard } from './pay-by-card.server'

/**
 * What the card provider is told and shown, and what its answers lead to, with a fake provider that answers as each
 * test says.
 */

const house = useHouse()
const away: Answer<never> = { kind: 'temporary', reason: 'away' }
const no: Answer<never> = { kind: 'permanent', reason: 'no such thing' }
let told: CardOrder[] = []
let opened: Checkout[] = []
let answer: (order: CardOrder) => Answer<null>
let registers: Answer<{ customerId: string }>
let opens: Answer<{ url: string }>

beforeEach(async () => {
  told = []
  opened = []
  answer = () => ({ kind: 'done', value: null })
  registers = { kind: 'done', value: { customerId: `cus_${randomUUID()}` } }
  opens = { kind: 'done', value: { url: 'https://till.test/page' } }
  house.cards = {
    till: {
      name: 'told by the test',
      register: async () => registers,
      async checkout(order) {
        opened.push(order)
        return opens.kind === 'done' ? { kind: 'done', value: { ...opens.value, id: `cs_${order.key}` } } : opens
      },
      portal: async (customerId, backTo) =>
        opens.kind === 'done' ? { kind: 'done', value: { url: `${customerId} ${backTo}` } } : opens,
    },
    desk: {
      look: async () => away,
      hear: () => null,
      async carryOut(_, order) {
        told.push(order)
        return answer(order)
      },
    },
  }
  // Orders left by earlier tests must not be carried out here.
  await house.db.deleteFrom('card_orders').execute()
})

const add = (...orders: NewOrder[]) => insertOrders(house.db, orders, house.clock.now())
const ended = (id: string): NewOrder => ({ key: `end ${id}`, kind: 'end subscription', object_id: id })
const states = async () =>
  (await house.db.selectFrom('card_orders').select(['state', 'last_error as why']).orderBy('key').execute()).map(
    ({ state, why }) => `${state}: ${why}`,
  )
/** A member whose card subscription is live. */
async function subscribed() {
  const { signedIn } = await joinAsMember(house)
  const [owner, customerId] = [{ memberId: signedIn.person.id, companyId: null }, `cus_${signedIn.person.id}`]
  const id = `sub_${signedIn.person.id}`
  await insertCustomer(house.db, customerId, owner, house.clock.now())
  const row = { id, customerId, status: 'active', isLive: true, nextChargeOn: '2031-05-01' }
  await upsertSubscription(house.db, row, house.clock.now())
  return { id, now: async () => (await readLiveSubscriptions(house.db, [owner]))[0] }
}

test('a card is drawn on its day still, and not on the days after it', async () => {
  const live = await (await subscribed()).now()
  const drawn = (from: string) => live && drawDay(live, from)
  expect(drawn('2031-04-30')).toBe('2031-05-01')
  expect(drawn('2031-05-01')).toBe('2031-05-01')
  expect(drawn('2031-05-02')).toBeNull()
})

describe('an order to the card provider', () => {
  test('is carried out once, a move being set to noon, and changes only its own subscription', async () => {
    const [moved, over, other] = [await subscribed(), await subscribed(), await subscribed()]
    await add(
      { key: 'a move', kind: 'move next charge', object_id: moved.id, until_day: '2031-08-01' },
      ended(over.id),
      { key: 'money', kind: 'refund', object_id: 'pi_1', amount_cents: 3900 },
    )
    expect(await carryOutCardOrders(house)).toBe(3)
    expect(told).toHaveLength(3)
    expect(told).toEqual(
      expect.arrayContaining([
        { kind: 'move next charge', subscriptionId: moved.id, until: new Date('2031-08-01T12:00:00Z') },
        { kind: 'end subscription', subscriptionId: over.id },
        { kind: 'refund', paymentId: 'pi_1', amount: 3900 },
      ]),
    )
    expect(await moved.now()).toMatchObject({ status: 'trialing', nextChargeOn: '2031-08-01' })
    expect(await over.now()).toBeUndefined()
    expect(await other.now()).toMatchObject({ status: 'active', nextChargeOn: '2031-05-01' })
    expect(await states()).toEqual(['done: null', 'done: null', 'done: null'])
    expect(await carryOutCardOrders(house)).toBe(0)
  })

  test('with its amount or day missing is not sent and is marked as failed', async () => {
    await add(
      { key: 'a', kind: 'refund', object_id: 'pi_1' },
      { key: 'b', kind: 'move next charge', object_id: 'sub_1' },
    )
    expect(await carryOutCardOrders(house)).toBe(2)
    expect(told).toEqual([])
    expect(await states()).toEqual(Array.from({ length: 2 }, () => 'failed: an order that says too little'))
  })

  test('that the provider refuses is not retried and changes nothing', async () => {
    const { id, now } = await subscribed()
    await add(ended(id))
    answer = () => no
    await carryOutCardOrders(house)
    expect([await states(), (await now())?.id]).toEqual([['failed: no such thing'], id])
    house.clock.forward({ days: 1 })
    expect(await carryOutCardOrders(house)).toBe(0)
  })

  test('is retried after one minute, two, four, and at last every six hours without end', async () => {
    await add(ended('sub_away'))
    answer = () => away
    /** Carries out nothing just before `minutes` have passed, and one attempt then. */
    const triedAfter = async (minutes: number) => {
      house.clock.forward({ minutes: minutes - 1 / 60 })
      expect(await carryOutCardOrders(house)).toBe(0)
      house.clock.forward({ minutes: 1 / 60 })
      return carryOutCardOrders(house)
    }
    expect(await carryOutCardOrders(house)).toBe(1)
    for (const minutes of [1, 2, 4]) expect(await triedAfter(minutes)).toBe(1)
    await house.db.updateTable('card_orders').set({ attempts: 40 }).execute()
    house.clock.forward({ minutes: 8 })
    expect(await carryOutCardOrders(house)).toBe(1)
    expect(await triedAfter(360)).toBe(1)
    expect(await states()).toEqual(['queued: away'])
  })

  test('has a lease of one minute, after which another process retries it', async () => {
    await add(ended('sub_dying'))
    answer = () => {
      throw new Error('the process dies')
    }
    house.clock.forward({ minutes: 1 })
    await expect(carryOutCardOrders(house)).rejects.toThrow('the process dies')
    answer = () => ({ kind: 'done', value: null })
    house.clock.forward({ minutes: 59 / 60 })
    expect(await carryOutCardOrders(house)).toBe(0)
    house.clock.forward({ minutes: 1 / 60 })
    expect(await carryOutCardOrders(house)).toBe(1)
  })

  test('is claimed in batches of twenty, and not at all without a card provider', async () => {
    await add(...Array.from({ length: 21 }, (_, at) => ended(`sub_many_${at}`)))
    const { cards } = house
    house.cards = null
    expect(await carryOutCardOrders(house)).toBe(0)
    house.cards = cards
    expect([await carryOutCardOrders(house), await carryOutCardOrders(house)]).toEqual([20, 1])
  })
})

describe('the checkout', () => {
  const key = () => randomUUID()

  test('for a charge shows its reference and amount, and leads back to its page', async () => {
    const { member, charge } = await askedForMonth(house)
    const asked = { key: key() }
    expect(valueFrom(await payChargeByCard(house, member.signedIn, charge.id, asked)).url).toContain('till.test')
    const back = `${house.config.origin}/dashboard/pay/${charge.id}`
    expect(opened).toEqual([
      {
        ...asked,
        customerId: registers.kind === 'done' ? registers.value.customerId : '',
        text: `Medlemskap, ${charge.reference}`,
        amount: 39_00,
        every: 'once',
        doneAt: `${back}?kort=klar`,
        cancelledAt: back,
      },
    ])
    const checkout = house.db.selectFrom('card_checkouts').select(['id', 'amount_cents as amount'])
    expect(await checkout.where('charge_id', '=', charge.id).execute()).toEqual([
      { id: `cs_${asked.key}`, amount: 39_00 },
    ])
  })

  test('is not opened for an invalid form or a paid charge, or when the provider is down or not configured', async () => {
    const admin = await joinAsAdmin(house)
    const { member, charge } = await askedForMonth(house)
    const pay = (values: Record<string, string> = { key: key() }) =>
      payChargeByCard(house, member.signedIn, charge.id, values)
    for (const values of [{}, { key: 'no id' }] as Record<string, string>[]) {
      expect([await pay(values), await subscribeByCard(house, member.signedIn, values)]).toEqual([notAsked, notAsked])
    }
    const name = registers
    registers = away
    for (const outcome of [await pay(), await subscribeByCard(house, member.signedIn, { key: key() })])
      expect(refusalFrom(outcome).message).toContain('Ingenting är draget')
    expect(await openCardPortal(house, member.signedIn)).toBe(notThere)
    expect(opened).toEqual([])
    registers = name
    opens = away
    for (const outcome of [await pay(), await subscribeByCard(house, member.signedIn, { key: key() })])
      expect(refusalFrom(outcome).message).toContain('Ingenting är draget')
    const portal = refusalFrom(await openCardPortal(house, member.signedIn))
    expect(portal.title).toBe('Det går inte att hantera kortet just nu')
    expect(portal.message).toBe('Ingenting är ändrat. Försök igen om en stund.')
    const checkouts = house.db.selectFrom('card_checkouts').select('id').where('charge_id', '=', charge.id)
    expect(await checkouts.execute()).toEqual([])
    opened.length = 0
    await payFor(house, admin.signedIn, { memberId: member.signedIn.person.id })
    expect(refusalFrom(await pay()).title).toBe('Den är redan klar')
    expect(opened).toEqual([])
    house.cards = null
    expect([await pay(), await openCardPortal(house, member.signedIn)]).toEqual([notThere, notThere])
  })

  test.each([
    ['a member', 'Medlemskap, varje månad', 39_00, '/dashboard/customer/membership'],
    ['a company', 'Bas, varje månad', 368_75, '/dashboard/provider/package'],
  ])('of %s subscribes to their monthly price and leads back to their page', async (who, text, amount, page) => {
    const { signedIn } = who === 'a member' ? await joinAsMember(house) : await joinAsCompany(house)
    valueFrom(await subscribeByCard(house, signedIn, { key: key() }))
    const back = `${house.config.origin}${page}`
    expect(opened).toMatchObject([{ text, amount, cancelledAt: back, doneAt: `${back}?kort=klar` }])
    const agreed = house.db.selectFrom('card_checkouts').select(['charge_id', 'amount_cents'])
    expect(await agreed.where('id', '=', `cs_${opened[0]?.key}`).execute()).toEqual([
      { charge_id: null, amount_cents: amount },
    ])
    expect(valueFrom(await openCardPortal(house, signedIn)).url).toMatch(new RegExp(`^cus_\\S+ ${back}$`))
  })

  test('starts charging at noon of the day the next month is due, or at once if that is at most two days away', async () => {
    const { signedIn } = await joinAsMember(house)
    const today = dayOf(house.clock.now())
    const first = async (day: string | null) => {
      const ports = { ...house, above: { ...house.above, readMonthToAsk: async () => day } }
      valueFrom(await subscribeByCard(ports, signedIn, { key: key() }))
      const { every } = opened.at(-1) ?? {}
      return typeof every === 'object' ? every.from : every
    }
    expect(await first(null)).toBeNull()
    expect(await first(daysAfter(today, 2))).toBeNull()
    expect(await first(daysAfter(today, 3))).toEqual(new Date(`${daysAfter(today, 3)}T12:00:00Z`))
  })
})
