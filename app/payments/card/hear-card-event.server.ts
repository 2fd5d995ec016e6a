import { lockMembers } from '~/accounts/public.server'
import { packageOf } from '~/companies/public'
import { readBillingAddresses } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import type { CardEvent, CardFacts, CardSubscription } from '~/platform/payments/cards.server'
import type { Ore } from '~/shared/money'
import { dayOf } from '~/shared/time'
import { askAnewAt, askForMonths } from '../ask.server'
import { askForBase } from '../bill-companies.server'
import { isPaymentKnown } from '../book-store.server'
import { fromNet, membershipLine } from '../charge'
import { type Charge, readCharge, readOpenChargesOf, readOpenMonths } from '../charge-store.server'
import { tellPayers } from '../letters/tell-payers.server'
import { takePayments } from '../take-payments.server'
import { type EventOutcome, insertEvent, updateEvent, wasHeard } from './card-event-store.server'
import { insertEnds, isSentBack, isToEnd, orderRefund } from './card-order-store.server'
import {
  type CardOwner,
  readCheckout,
  readLiveSubscription,
  readOwner,
  upsertSubscription,
  wasAgreed,
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
  const { db } = house
  const { subscription } = facts
  // Held once, and first: another event about the same money may be on its way to book it.
  const owner = subscription ? await holdCustomer(db, subscription.customerId) : undefined
  if (subscription && owner !== undefined) await keepSubscription(db, owner, subscription, askedAt)
  if (facts.kind === 'subscription') {
    if (owner === undefined) return { outcome: 'mismatch', note: 'Ett abonnemang för en kund som inte är vår' }
    return { outcome: 'noted' }
  }
  if (!facts.isPaid) return { outcome: 'noted' }
  // Told again by another event, when there may be something to pay for: the money is not here any more.
  if (facts.paymentId && (await isSentBack(db, facts.paymentId))) {
    return { outcome: 'given back', note: 'Pengarna går redan tillbaka till kortet.' }
  }
  return facts.source.kind === 'checkout' ? payCheckout(house, facts) : payInvoice(house, facts, owner)
}

/**
 * One whose owner has left, and a second one beside the first, which two checkouts that were open at once can make, is to
 * draw nothing. The caller holds the owner.
 */
async function keepSubscription(db: Database, owner: CardOwner | null, subscription: CardSubscription, askedAt: Date) {
  const { id, customerId, status, isLive, nextChargeAt } = subscription
  const nextChargeOn = nextChargeAt && dayOf(nextChargeAt)
  await upsertSubscription(db, { id, customerId, status, isLive, nextChargeOn }, askedAt)
  if (!isLive) return
  const first = owner && (await readLiveSubscription(db, owner))
  if (first === null || (first && first.id !== id)) await insertEnds(db, [id], askedAt)
}

/** Whose it is, held, so that nobody leaves meanwhile; null when they have left, undefined for a customer of nobody. */
async function holdCustomer(db: Database, customerId: string): Promise<CardOwner | null | undefined> {
  const owner = await readOwner(db, customerId)
  if (!owner) return owner
  await holdOwner(db, owner)
  return readOwner(db, customerId)
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

/** A month that a subscription drew: for the month that is asked for, or the next one. What is for neither goes back. */
async function payInvoice(house: House, facts: Payment, owner: CardOwner | null | undefined): Promise<Verdict> {
  const { db } = house
  if (!facts.subscription) return { outcome: 'mismatch', note: 'En faktura som inte hör till ett abonnemang' }
  if (owner === undefined) return { outcome: 'mismatch', note: 'En betalning från en kund som inte är vår' }
  const { id, customerId } = facts.subscription
  // The price may have changed since; what the owner agreed to is what is drawn.
  const amount = (await wasAgreed(db, customerId, facts.amount)) ? facts.amount : owner && monthlyPrice(owner)
  const wrong = compare(facts, { amount, customerId })
  if (wrong) return { outcome: 'mismatch', note: wrong }
  if (await isPaymentKnown(db, paymentName(facts))) return { outcome: 'booked before' }
  if (owner === null) return sendBack(house, facts, 'Kontot finns inte längre.')
  const charge = await monthFor(house, owner, facts.amount, await isToEnd(db, id))
  return charge ? book(house, facts, charge) : sendBack(house, facts, 'Det fanns ingen månad att betala för.')
}

export const monthlyPrice = (owner: CardOwner): Ore =>
  owner.memberId ? membershipLine.gross : fromNet(packageOf('base').priceOre).gross

/** What is wrong with it, in words for an administrator; null when it is what we asked for. */
function compare(facts: Payment, asked: { amount: Ore | null; customerId: string }): string | null {
  if (facts.currency !== 'sek') return `betald i ${facts.currency || 'okänd valuta'}, inte i kronor`
  if (facts.amount !== asked.amount) return `${facts.amount} öre betalda, ${asked.amount ?? 0} öre begärda`
  if (facts.customerId !== asked.customerId) return 'betald av en annan kund'
  return null
}

async function holdOwner(db: Database, { memberId, companyId }: CardOwner) {
  if (memberId) await lockMembers(db, [memberId])
  else await readBillingAddresses(db, [companyId ?? ''], 'hold')
}

/** The month that is asked for; without one the next, but for a card that is to draw no more. */
async function monthFor(
  { db, clock, above }: House,
  owner: CardOwner,
  drawn: Ore,
  isEnding: boolean,
): Promise<Charge | undefined> {
  const now = clock.now()
  const open = owner.memberId
    ? (await readOpenMonths(db, [owner.memberId]))[0]
    : (await readOpenChargesOf(db, { companyId: owner.companyId ?? '' })).find(({ kind }) => kind === 'base')
  if (open) return open.gross === drawn ? open : askAnewAt(db, open, drawn, now)
  if (isEnding) return undefined
  if (!owner.memberId) return askForBase({ db, above }, owner.companyId ?? '', now, drawn)
  const dueOn = await above.readMonthToAsk(db, owner.memberId, now)
  return dueOn === null ? undefined : (await askForMonths(db, [{ memberId: owner.memberId, dueOn }], now, drawn))[0]
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
  const why = taken === 'paid before' ? 'var redan betald' : 'begärs inte längre'
  const back = await sendBack(house, facts, `${charge.reference} ${why}.`)
  return taken === 'paid before' ? { ...back, outcome: 'paid twice' } : back
}

/** Nobody is given anything for it, so it goes back as it came: it never was ours, and is not in the books. */
async function sendBack({ db, clock }: House, { paymentId, amount }: Payment, why: string): Promise<Verdict> {
  if (paymentId === null) return { outcome: 'mismatch', note: `${why} Betala tillbaka hos leverantören.` }
  await orderRefund(db, { refundId: null, paymentId, amount }, clock.now())
  return { outcome: 'given back', note: `${why} Pengarna går tillbaka till kortet.` }
}
