import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SwishCounter, SwishFacts, SwishRequest } from '~/platform/payments/swish-counter.server'
import { notThere } from '~/shared/outcome'
import { dayOf } from '~/shared/time'
import { useHouse } from '../../../test/support/house'
import { askedForMonth } from '../../../test/support/money'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsMember } from '../../../test/support/people'
import { askSwishBack } from './ask-swish-back.server'
import { answerInPhonesPlace, hearOfSwish, payChargeBySwish } from './pay-by-swish.server'

/** Who is told and what is woken by an answer of Swish, and when Swish is polled. */

const house = useHouse()
let taken: SwishRequest[] = []
let looks: string[] = []
let answered: string[] = []
let onAsk: Awaited<ReturnType<SwishCounter['ask']>>
let onLook: (request: SwishRequest) => Partial<SwishFacts>

beforeEach(async () => {
  taken = []
  looks = []
  answered = []
  onAsk = { kind: 'asked', token: 't0ken' }
  onLook = () => ({})
  house.swish = {
    name: 'told by the test',
    async ask(request) {
      taken.push(request)
      return onAsk
    },
    async look(id) {
      looks.push(id)
      const request = taken.find((one) => one.id === id)
      const plain = { state: 'waiting', code: null, currency: 'SEK', paidAt: null } as const
      return { kind: 'done', value: request ? { ...plain, ...request, ...onLook(request) } : null }
    },
    answerInPhonesPlace: (id, says) => void answered.push(`${says} to ${id}`),
  }
  // Open requests of earlier tests must not be polled here.
  const never = { next_attempt_at: new Date('2999-01-01T00:00:00Z') }
  await house.db.updateTable('swish_requests').set(never).where('ended_at', 'is', null).execute()
})

const press = ({ member, charge }: Awaited<ReturnType<typeof askedForMonth>>) =>
  payChargeBySwish(house, member.signedIn, charge.id, { intent: 'swish-here' })

/** A payer with an open Swish request. */
async function begun() {
  const one = await askedForMonth(house)
  valueFrom(await press(one))
  const request = taken.at(-1)
  if (!request) throw new Error('Swish is asked at once')
  return { ...one, request }
}

/** Runs `act`, and returns who was woken and told. */
async function heard<Value>(act: () => Promise<Value>) {
  house.woken.length = house.told.length = 0
  const value = await act()
  return { value, woken: [...house.woken], told: house.told.map(({ to }) => to) }
}

describe('an answer about a Swish request', () => {
  test('wakes the poller once, and only for an open request', async () => {
    const one = await askedForMonth(house)
    expect(await heard(() => press(one))).toMatchObject({ woken: ['swish'], told: [] })
    const id = taken.at(-1)?.id ?? ''
    const hear = async (which: string) => (await heard(() => hearOfSwish(house, which))).woken
    expect([await hear(randomUUID()), await hear(id), await hear(id)]).toEqual([[], ['swish'], []])
    onLook = () => ({ state: 'declined' })
    expect(await askSwishBack(house)).toBe(1)
    expect(await hear(id)).toEqual([])
  })

  test('is told to the payer and the administrators once, when the state changes', async () => {
    const { member, request } = await begun()
    await hearOfSwish(house, request.id)
    expect(await heard(() => askSwishBack(house))).toEqual({ value: 1, woken: [], told: [] })
    house.clock.forward({ minutes: 1 })
    onLook = () => ({ state: 'declined' })
    const both = [[`person:${member.signedIn.person.id}`, 'admin']]
    expect(await heard(() => askSwishBack(house))).toEqual({ value: 1, woken: ['messages'], told: both })
    house.clock.forward({ minutes: 1 })
    expect(await heard(() => askSwishBack(house))).toEqual({ value: 0, woken: [], told: [] })
  })

  test('that never came is told once, when the payer’s time is over', async () => {
    const { member } = await begun()
    house.clock.forward({ minutes: 5 })
    const both = [[`person:${member.signedIn.person.id}`, 'admin']]
    expect(await heard(() => askSwishBack(house))).toMatchObject({ value: 1, told: both })
    house.clock.forward({ minutes: 5 })
    expect(await heard(() => askSwishBack(house))).toEqual({ value: 1, woken: [], told: [] })
  })

  test('that is an immediate refusal is told at once, with its code cut to fit the column', async () => {
    const one = await askedForMonth(house)
    onAsk = { kind: 'permanent', reason: 'No'.repeat(40) }
    const { value, ...others } = await heard(() => press(one))
    expect(refusalFrom(value).message).toContain('Swish kunde inte ta emot')
    expect(others).toEqual({ woken: [], told: [[`person:${one.member.signedIn.person.id}`, 'admin']] })
    expect(
      await house.db.selectFrom('swish_requests').select('code').where('charge_id', '=', one.charge.id).execute(),
    ).toEqual([{ code: 'No'.repeat(25) }])
  })
})

test('eight presses at the same time create one request at Swish', async () => {
  const one = await askedForMonth(house)
  for (const outcome of await Promise.all(Array.from({ length: 8 }, () => press(one)))) valueFrom(outcome)
  expect(taken).toHaveLength(1)
})

test.each([
  ['on the day that Swish reports', new Date('2031-01-02T23:30:00Z'), '2031-01-03'],
  ['today when Swish reports none', null, null],
])('a Swish payment is booked as received %s', async (_, paidAt, day) => {
  const { charge } = await begun()
  house.clock.forward({ days: 2 })
  onLook = () => ({ state: 'paid', paidAt })
  await askSwishBack(house)
  const payment = house.db.selectFrom('payments').select('received_on').where('charge_id', '=', charge.id)
  expect(await payment.execute()).toEqual([{ received_on: day ?? dayOf(house.clock.now()) }])
})

test('a request whose settling throws does not block the others, and is polled again after a minute', async () => {
  const [bad, good] = [await begun(), await begun()]
  onLook = ({ id }) => {
    if (id === bad.request.id) throw new Error('something that nobody has thought of')
    return { state: 'paid' }
  }
  house.clock.forward({ minutes: 1 })
  const now = house.clock.now()
  expect(await askSwishBack(house)).toBe(2)
  const stateOf = async ({ request }: typeof bad) =>
    (await house.db.selectFrom('swish_requests').select('state').where('id', '=', request.id).executeTakeFirst())?.state
  expect([await stateOf(bad), await stateOf(good)]).toEqual(['waiting', 'paid'])
  onLook = () => ({ state: 'declined' })
  house.clock.forward({ minutes: 59 / 60 })
  expect(await askSwishBack(house)).toBe(0)
  house.clock.forward({ minutes: 1 / 60 })
  expect(house.clock.now().getTime() - now.getTime()).toBe(60_000)
  expect(await askSwishBack(house)).toBe(1)
  expect([await stateOf(bad), looks.filter((id) => id === good.request.id).length]).toEqual(['declined', 1])
})

test('polling takes twenty requests at a time, and none without Swish', async () => {
  const { charge } = await askedForMonth(house)
  const now = house.clock.now()
  const rows = Array.from({ length: 21 }, (_, at) => ({
    id: randomUUID(),
    charge_id: charge.id,
    amount_cents: charge.gross_cents,
    payee: house.config.operator.swishNumber,
    state: 'unknown' as const,
    created_at: new Date(now.getTime() - 600_000 - at),
    next_attempt_at: now,
  }))
  await house.db.insertInto('swish_requests').values(rows).execute()
  expect([await askSwishBack(house), await askSwishBack(house), await askSwishBack(house)]).toEqual([20, 1, 0])
  expect(new Set(looks).size).toBe(21)
  house.swish = null
  house.clock.forward({ days: 2 })
  expect(await askSwishBack(house), 'without Swish nobody is asked').toBe(0)
})

test('the demo’s answer in the phone’s place works only for the payer’s own waiting request', async () => {
  const one = await askedForMonth(house)
  const answer = (signedIn = one.member.signedIn) =>
    answerInPhonesPlace(house, signedIn, one.charge.id, { says: 'yes' })
  valueFrom(await answer())
  valueFrom(await press(one))
  const other = await joinAsMember(house)
  expect(await answer(other.signedIn)).toBe(notThere)
  expect(answered).toEqual([])
  valueFrom(await answer())
  onLook = () => ({ state: 'declined' })
  await askSwishBack(house)
  valueFrom(await answer())
  expect(answered).toEqual([`yes to ${taken.at(-1)?.id}`])
})
