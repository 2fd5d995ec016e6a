import { lockMembers } from '~/accounts/public.server'
import { packageOf } from '~/companies/public'
import { readBillingAddresses } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import type { CardEvent, CardFacts, CardSubscription } from '~/platform/payments/cards.server'
import type { Ore } from '~/shared/money'
import { dayOf } from '~/shared/time'
import { askForMonths } from '../ask.server'
import { askForBase } from '../bill-companies.server'
import { isPaymentKnown } from '../book-store.server'
import { fromNet, membershipLine } from '../charge'
import { type Charge, readCharge, readOpenChargesOf, readOpenMonths } from '../charge-store.server'
import { tellPayers } from '../letters/tell-payers.server'
import { takePayments } from '../take-payments.server'
import {
  type CardOwner,
  type EventOutcome,
  insertEvent,
  orderRefund,
  readCheckout,
  readOwner,
  updateEvent,
  upsertSubscription,
  wasHeard,
} from './card-store.server'

export type Heard = 'done' | 'heard before' | 'later'

type Verdict = { outcome: EventOutcome; note?: string; booked?: string }

/**
 * The card provider has told us that something happened, and signed it. An event only says where to look: what we act
 * on is what the provider answers when it is asked, so events may come late, doubled, in any order or not be true
 * any more. Whatever is paid is compared with what we asked for: amount, currency and customer, or it is no payment
 * of ours and somebody has to look at it.
 */
export async function hearCardEvent(house: House, event: CardEvent): Promise<Heard> {
  if (!house.cards || event.about === null || (await wasHeard(house.db, event.id))) return 'heard before'
  const askedAt = house.clock.now()
  const answer = await house.cards.desk.look(event.about)
  if (answer.kind === 'temporary') return 'later'
  const facts = answer.kind === 'done' ? answer.value : null
  const { about } = event

  const booked = await house.db.transaction().execute(async (db) => {
    const row = { id: event.id, type: event.type, objectId: about.id, happenedAt: event.happenedAt }
    if (!(await insertEvent(db, row, askedAt))) return null
    const verdict = await actOn({ ...house, db }, facts, askedAt)
    await updateEvent(db, event.id, verdict.outcome, verdict.note?.slice(0, 500) ?? null)
    return verdict.booked ?? null
  })
  house.wake('messages')
  house.wake('cards')
  if (booked) await tellPayers(house, [booked])
  else house.live.tell({ to: ['admin'], about: 'payments' })
  return 'done'
}

async function actOn(house: House, facts: CardFacts | null, askedAt: Date): Promise<Verdict> {
  if (facts === null) return { outcome: 'ignored', note: 'Leverantören känner inte till den' }
  if (facts.kind === 'refund') return { outcome: 'noted' }
  if (facts.kind === 'subscription') {
    return (await keepSubscription(house.db, facts.subscription, askedAt))
      ? { outcome: 'noted' }
      : { outcome: 'mismatch', note: 'Ett abonnemang för en kund som inte är vår' }
  }
  if (facts.subscription) await keepSubscription(house.db, facts.subscription, askedAt)
  if (!facts.isPaid) return { outcome: 'noted' }
  return facts.source.kind === 'checkout' ? payCheckout(house, facts) : payInvoice(house, facts)
}

async function keepSubscription(db: Database, subscription: CardSubscription, askedAt: Date): Promise<boolean> {
  if ((await readOwner(db, subscription.customerId)) === null) return false
  const { id, customerId, status, isLive, nextChargeAt } = subscription
  const nextChargeOn = nextChargeAt && dayOf(nextChargeAt)
  await upsertSubscription(db, { id, customerId, status, isLive, nextChargeOn }, askedAt)
  return true
}

type Payment = Extract<CardFacts, { kind: 'payment' }>

/** A charge that somebody paid by card: the one we made the checkout for. */
async function payCheckout(house: House, facts: Payment): Promise<Verdict> {
  const checkout = await readCheckout(house.db, facts.source.id)
  const charge = checkout?.chargeId ? await readCharge(house.db, checkout.chargeId) : undefined
  if (!checkout || !charge) return { outcome: 'mismatch', note: 'En betalning som vi inte har bett om' }
  const wrong = compare(facts, { amount: charge.gross, customerId: checkout.customerId })
  if (wrong) return { outcome: 'mismatch', note: `${charge.reference}: ${wrong}` }
  return book(house, facts, charge)
}

/** A month that a subscription drew: for the month that is asked for, or the next one. */
async function payInvoice(house: House, facts: Payment): Promise<Verdict> {
  const owner = facts.customerId ? await readOwner(house.db, facts.customerId) : null
  if (!owner || !facts.customerId) return { outcome: 'mismatch', note: 'En betalning från en kund som inte är vår' }
  if (!facts.subscription) return { outcome: 'mismatch', note: 'En faktura som inte hör till ett abonnemang' }
  const wrong = compare(facts, { amount: monthlyPrice(owner), customerId: facts.subscription.customerId })
  if (wrong) return { outcome: 'mismatch', note: wrong }
  // Held first: another event about the same money may be on its way to book it.
  await holdOwner(house.db, owner)
  if (await isPaymentKnown(house.db, paymentName(facts))) return { outcome: 'booked before' }
  const charge = await monthFor(house, owner)
  return charge ? book(house, facts, charge) : { outcome: 'mismatch', note: 'Ingen månad att betala för' }
}

export const monthlyPrice = (owner: CardOwner): Ore =>
  owner.memberId ? membershipLine.gross : fromNet(packageOf('base').priceOre).gross

/** What is wrong with it, in words for an administrator; null when it is what we asked for. */
function compare(facts: Payment, asked: { amount: Ore; customerId: string }): string | null {
  if (facts.currency !== 'sek') return `betald i ${facts.currency || 'okänd valuta'}, inte i kronor`
  if (facts.amount !== asked.amount) return `${facts.amount} öre betalda, ${asked.amount} öre begärda`
  if (facts.customerId !== asked.customerId) return 'betald av en annan kund'
  return null
}

async function holdOwner(db: Database, { memberId, companyId }: CardOwner) {
  if (memberId) await lockMembers(db, [memberId])
  else await readBillingAddresses(db, [companyId ?? ''], 'hold')
}

async function monthFor({ db, clock, above }: House, owner: CardOwner): Promise<Charge | undefined> {
  const now = clock.now()
  if (owner.memberId) {
    const [open] = await readOpenMonths(db, [owner.memberId])
    if (open) return open
    const dueOn = await above.readMonthToAsk(db, owner.memberId, now)
    return dueOn === null ? undefined : (await askForMonths(db, [{ memberId: owner.memberId, dueOn }], now))[0]
  }
  const open = (await readOpenChargesOf(db, { companyId: owner.companyId ?? '' })).find(({ kind }) => kind === 'base')
  return open ?? (await askForBase(db, owner.companyId ?? '', now))
}

/** The money's own name; a payment without one is known by what it was paid in. */
const paymentName = ({ paymentId, source }: Payment) => paymentId ?? `${source.kind} ${source.id}`

async function book(house: House, facts: Payment, charge: Charge): Promise<Verdict> {
  const externalId = paymentName(facts)
  if (await isPaymentKnown(house.db, externalId)) return { outcome: 'booked before' }
  const received = {
    chargeId: charge.id,
    method: 'card' as const,
    externalId,
    refundableId: facts.paymentId ?? undefined,
  }
  const taken = (await takePayments(house, [received], null)).get(charge.id)
  if (taken === 'booked') return { outcome: 'booked', booked: charge.id }
  // Of many events about the same money, another was first while this one waited for the charge.
  if (await isPaymentKnown(house.db, externalId)) return { outcome: 'booked before' }
  // Paid by Swish meanwhile, or let go: it never was ours, and goes back as it came.
  if (facts.paymentId) {
    await orderRefund(house.db, { refundId: null, paymentId: facts.paymentId, amount: facts.amount }, house.clock.now())
  }
  const why = taken === 'paid before' ? 'var redan betald' : 'begärs inte längre'
  return { outcome: 'paid twice', note: `${charge.reference} ${why}. Pengarna går tillbaka till kortet.` }
}
