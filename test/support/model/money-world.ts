import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { countSaid, tendBookings } from '~/bookings/public.server'
import { runMemberships } from '~/membership/public.server'
import { carryOutCardOrders } from '~/payments/card/carry-out-card-orders.server'
import { hearCardEvent } from '~/payments/card/hear-card-event.server'
import { billCompanies, sweepMoney } from '~/payments/public.server'
import { openStripe } from '~/platform/payments/stripe-cards.server'
import { savePostcode } from '~/postcodes/public.server'
import { sweepMonths } from '~/sponsorship/public.server'
import { openShop, type Shop } from '../bookings'
import type { StripeServer } from '../counterparts/stripe-server'
import type { TestHouse } from '../house'
import { joinAsAdmin, joinAsMember, type Resident } from '../people'

/** Three members and two companies, with the simulated card provider's own state. */

type Payer = { isGone: boolean; isBlocked: boolean; isAppointed: boolean }
export type Member = Payer & { person: Resident; id: string; postcode: string }
export type Firm = Payer & Shop
export type Checkout = { id: string; every: 'once' | 'month' }
/** A webhook event, which the provider repeats until it is answered. */
export type Event = { id: string; type: string; object: { id: string }; wasHeard: boolean }
export type Drawn = { id: string; refusesNext: boolean }

export type World = {
  house: TestHouse
  stripe: StripeServer
  admin: Resident
  members: Member[]
  firms: Firm[]
  checkouts: Checkout[]
  subscriptions: Drawn[]
  events: Event[]
  bookings: string[]
  isProviderWell: boolean
  /** The newest transaction id at the last check of the invariants. */
  judgedAt: string
}

export const open = ['12541', '12542'] as const
/** A postcode that is not open. */
export const closed = '12549'
const start = '2027-01-11T08:00:00Z'

/** Removes everything of earlier runs, which only the tables' owner can do. */
export async function newWorld(house: TestHouse, stripe: StripeServer): Promise<World> {
  await house.asOwner(`set session_replication_role = replica;
    truncate profiles, companies, charges, charge_lines, payments, refunds, receipts, ledger_vouchers, ledger_entries,
      card_customers, card_checkouts, card_subscriptions, card_orders, card_events, bank_files, outbox_messages,
      member_events, memberships, given_months, bookings, booking_changes, sponsor_slots, season_slots, company_billing,
      postcodes cascade;
    update receipt_counter set last = 1000`)
  vi.setSystemTime(new Date(start))
  house.cards = openStripe(stripe.account)
  stripe.breakDown(false)
  stripe.things.clear()
  for (const code of open)
    await savePostcode(house.db, { code, name: 'Prov', state: 'open', latitude: 59.27, longitude: 18 })
  await savePostcode(house.db, { code: closed, name: 'Prov', state: 'planned', latitude: 59.27, longitude: 18 })
  const members: Member[] = []
  for (const postcode of [open[0], open[0], open[1]]) {
    const person = await joinAsMember(house, { postcode })
    members.push({ person, id: person.signedIn.person.id, postcode, ...here })
  }
  const firms: Firm[] = []
  for (const postcode of open) firms.push({ ...(await openShop(house, { postcode })), ...here })
  const admin = await joinAsAdmin(house)
  const none = { checkouts: [], subscriptions: [], events: [], bookings: [] }
  return { house, stripe, admin, members, firms, ...none, isProviderWell: true, judgedAt: '' }
}

const here = { isGone: false, isBlocked: false, isAppointed: false }

/** Whether somebody can act for themselves: nobody does who has left, is blocked or has another role. */
export const mayAct = ({ isGone, isBlocked, isAppointed }: Payer) => !isGone && !isBlocked && !isAppointed

export const oneOf = <One>(of: readonly One[], which: number): One | undefined => of[which % of.length]

let named = 0

export function note(world: World, type: string, object: { id: string }) {
  world.events.push({ id: `evt_${randomUUID()}`, type, object, wasHeard: false })
}

/** Does what the webhook's route does. */
export async function hear({ house, stripe }: World, event: Event, id = event.id) {
  const at = house.clock.now()
  const { payload, signature } = stripe.event(event.type, event.object, { id, at })
  const heard = house.cards?.desk.hear(payload, signature, at)
  if (heard && (await hearCardEvent(house, heard)) !== 'later') event.wasHeard = true
}

export const another = (id: string) => `${id}_${++named}`

/** A new subscription is charged as its checkout said, at once or at the end of the trial. */
export function putIn(world: World, checkoutId: string) {
  const session = world.stripe.things.get(checkoutId)
  const from = session?.trial_end
  const first = typeof from === 'number' ? new Date(from * 1000) : world.house.clock.now()
  const subscription = world.stripe.subscribe(checkoutId, first, 'trialing')
  Object.assign(subscription, { agreed: session?.amount_total })
  world.subscriptions.push({ id: subscription.id, refusesNext: false })
  note(world, 'checkout.session.completed', { id: checkoutId })
  note(world, 'customer.subscription.created', { id: subscription.id })
  drawWhatIsDue(world)
}

/** The provider charges by its own clock when a period is over, whatever our state is. */
function drawWhatIsDue(world: World) {
  const { stripe, house } = world
  const now = house.clock.now().getTime() / 1000
  for (const { id, refusesNext } of world.subscriptions) {
    const subscription = stripe.things.get(id)
    if (!subscription || subscription.status === 'canceled') continue
    const { items } = subscription as unknown as { items: { data: [{ current_period_end: number }] } }
    const due = items.data[0].current_period_end
    if (due > now) continue
    if (refusesNext) {
      Object.assign(subscription, { status: 'past_due' })
      note(world, 'customer.subscription.updated', { id })
      continue
    }
    const next = new Date(due * 1000)
    // Moves on by as many months as have passed, so that a payer who was away for two is charged once.
    while (next.getTime() / 1000 <= now) next.setUTCMonth(next.getUTCMonth() + 1)
    const invoice = stripe.draw(subscription, subscription.agreed as number, next)
    for (const type of ['invoice.paid', 'invoice.payment_succeeded']) note(world, type, { id: invoice.id })
  }
}

export async function chores({ house }: World) {
  for (const chore of [countSaid, runMemberships, billCompanies, sweepMoney, sweepMonths, tendBookings])
    await chore(house)
}

/** Days pass, with the provider's charges and all chores. */
export async function wait(world: World, days: number) {
  // In steps of at most a week, so that every due date is met; longer jumps only when the story asks for them.
  for (let left = days; left > 0; ) {
    const step = Math.min(left, left > 31 ? left : 7)
    world.house.clock.forward({ days: step })
    left -= step
    drawWhatIsDue(world)
    await chores(world)
  }
}

export async function carryOut({ house }: World) {
  for (let look = 0; look < 20; look++) if ((await carryOutCardOrders(house)) === 0) return
  throw new Error('orders never come to rest')
}

/** All pending events are heard and all pending work is done. */
export async function getWell(world: World) {
  world.stripe.breakDown(false)
  for (let round = 0; round < 5; round++) {
    for (const event of world.events.filter(({ wasHeard }) => !wasHeard)) await hear(world, event)
    // Longer than any retry back-off.
    world.house.clock.forward({ hours: 7 })
    await chores(world)
    await carryOut(world)
  }
}
