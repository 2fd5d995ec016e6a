import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { runMemberships } from '~/membership/public.server'
import { hearCardEvent } from '~/payments/card/hear-card-event.server'
import { payChargeByCard, subscribeByCard } from '~/payments/card/pay-by-card.server'
import { openStripe } from '~/platform/payments/stripe-cards.server'
import { type StripeServer, startStripe } from './counterparts/stripe-server'
import type { useHouse } from './house'
import { expectBooksToBalance, expectEventsToExplain, openChargesOf } from './money'
import { valueFrom } from './outcome'
import { joinAsMember, type Resident } from './people'

type Sent = { payload: string; signature: string }

/** A house that takes cards, with a simulated Stripe. Afterwards its books must balance. */
export function useTill(house: ReturnType<typeof useHouse>) {
  let stripe: StripeServer
  beforeAll(async () => {
    stripe = await startStripe()
  })
  beforeEach(() => {
    house.cards = openStripe(stripe.account)
    stripe.breakDown(false)
  })
  afterAll(async () => {
    expect(stripe.strange).toEqual([])
    await expectBooksToBalance(house.db)
    await expectEventsToExplain(house.db)
    await stripe.stop()
  })

  const later = (count: number) => new Date(house.clock.now().getTime() + count * 86_400_000)
  const days = (count: number) => house.clock.forward({ days: count })
  /** Does what the webhook's route does. */
  async function send({ payload, signature }: Sent) {
    const event = house.cards?.desk.hear(payload, signature, house.clock.now())
    return event ? hearCardEvent(house, event) : 'refused'
  }

  return {
    get stripe() {
      return stripe
    },
    later,
    send,
    tell: (type: string, object: object, options = {}) =>
      send(stripe.event(type, object, { at: house.clock.now(), ...options })),

    outcomes: async (objectId: string) =>
      (await house.db.selectFrom('card_events').select('outcome').where('object_id', '=', objectId).execute()).map(
        ({ outcome }) => outcome,
      ),

    /** The amounts that the provider was asked to send back of what an invoice drew. */
    refundsOf: (invoice: Record<string, unknown>) => {
      const { data } = invoice.payments as { data: { payment: { payment_intent: string } }[] }
      const refunds = stripe.asked.filter(({ path }) => path === '/v1/refunds').map(({ body }) => body)
      return refunds
        .filter(({ payment_intent }) => payment_intent === data[0]?.payment.payment_intent)
        .map(({ amount }) => amount)
    },

    /** A member who has been charged for the first month and has opened a checkout. */
    async atTheTill() {
      const member = await joinAsMember(house)
      days(25)
      await runMemberships(house)
      const [charge] = await openChargesOf(house.db, { memberId: idOf(member) })
      const chargeId = charge?.id ?? ''
      const { url } = valueFrom(await payChargeByCard(house, member.signedIn, chargeId, { key: randomUUID() }))
      return { member, chargeId, session: sessionIn(url) }
    },

    /** A member who has started a subscription by card on the fifth day of the trial. */
    async subscribed() {
      const member = await joinAsMember(house)
      days(5)
      const { url } = valueFrom(await subscribeByCard(house, member.signedIn, { key: randomUUID() }))
      const session = sessionIn(url)
      return { member, session, subscription: stripe.subscribe(session, later(25)) }
    },
  }
}

const idOf = ({ signedIn }: Resident) => signedIn.person.id

export const sessionIn = (url: string) => url.split('/').at(-1) ?? ''
