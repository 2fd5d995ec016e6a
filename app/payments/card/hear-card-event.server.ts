import { lockMembers, readIsBlocked } from '~/accounts/public.server'
import { packageOf } from '~/companies/public'
import { readBillingAddresses, readIsActedFor } from '~/companies/public.server'
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
  readWhyNoOwner,
  upsertSubscription,
  wasAgreed,
} from './card-store.server'

export type Heard = 'done' | 'heard before' | 'later'

/** `booked`: the charge that was paid. */
type Verdict = { outcome: EventOutcome; note?: string; booked?: string }

/**
 * Handles a signed webhook event of the card provider. The event only says where to look: we act on what the provider
 * answers when asked, so events may be late, duplicated, out of order or stale. A payment counts only if amount,
 * currency and customer are those we asked for; otherwise nothing is booked and an administrator looks at it.
 */
export async function hearCardEvent(house: House, event: CardEvent): Promise<Heard> {
  if (!house.cards || event.about === null || (await wasHeard(house.db, event.id))) return 'heard before'
  const askedAt = house.clock.now()
  const answer = await house.cards.desk.look(event.about)
  if (answer.kind === 'temporary') return 'later'
  const facts = answer.kind === 'done' ? answer.value : null
  const { about } = event

  const heard = await house.db.transaction().execute(async (db) => {
    const row = { id: event.id, type: event.type, objectId: about.id, happenedAt: event.happenedAt }
    if (!(await insertEvent(db, row, askedAt))) return null
    // Lock order: the owner is locked first, once. A concurrent event about the same money may be booking it.
    const subscription = facts && facts.kind !== 'refund' ? facts.subscription : null
    const owner = subscription ? await holdCustomer(db, subscription.customerId) : undefined
    const verdict = await actOn({ ...house, db }, facts, owner, askedAt)
    await updateEvent(db, event.id, verdict.outcome, verdict.note?.slice(0, 500) ?? null)
    return { booked: verdict.booked, owner }
  })
  house.wake('messages')
  house.wake('cards')
  if (heard?.booked) await tellPayers(house, [heard.booked])
  else house.live.tell({ to: [...pagesOf(heard?.owner), 'admin'], about: 'payments' })
  return 'done'
}

/** Where the owner's open pages listen: they show whether there is a card. */
function pagesOf(owner: CardOwner | null | undefined) {
  if (!owner) return []
  return owner.memberId === null ? [`company:${owner.companyId}` as const] : [`person:${owner.memberId}` as const]
}

async function actOn(
  house: House,
  facts: CardFacts | null,
  owner: CardOwner | null | undefined,
  askedAt: Date,
): Promise<Verdict> {
  if (facts === null) return { outcome: 'ignored', note: 'Leverantören känner inte till den' }
  if (facts.kind === 'refund') return { outcome: 'noted' }
  const { db } = house
  const { subscription } = facts
  if (subscription && owner !== undefined) await keepSubscription(db, owner, subscription, askedAt)
  if (facts.kind === 'subscription') {
    if (owner === undefined) return { outcome: 'mismatch', note: 'Ett abonnemang för en kund som inte är vår' }
    return { outcome: 'noted' }
  }
  if (!facts.isPaid) return { outcome: 'noted' }
  // Another event about a payment whose refund is ordered already. Even if a month to pay is open by now, the money is
  // no longer ours to book.
  if (facts.paymentId && (await isSentBack(db, facts.paymentId))) {
    return { outcome: 'given back', note: 'Pengarna går redan tillbaka till kortet.' }
  }
  return facts.source.kind === 'checkout' ? payCheckout(house, facts) : payInvoice(house, facts, owner)
}

/**
 * Stores the subscription, and orders it to end if its owner has left or has another role now, or if it is a second one
 * beside the first (two checkouts that were open at once). Precondition: the caller holds the owner's row.
 */
async function keepSubscription(db: Database, owner: CardOwner | null, subscription: CardSubscription, askedAt: Date) {
  const { id, customerId, status, isLive, nextChargeAt } = subscription
  const nextChargeOn = nextChargeAt && dayOf(nextChargeAt)
  await upsertSubscription(db, { id, customerId, status, isLive, nextChargeOn }, askedAt)
  if (!isLive) return
  const first = owner && (await readLiveSubscription(db, owner))
  if (first === null || (first && first.id !== id)) await insertEnds(db, [id], askedAt)
}

/**
 * Locks the customer's owner, so that they cannot leave meanwhile. Null if they have left, are no longer a member, or
 * nobody answers for the company any more; undefined for an unknown customer.
 */
async function holdCustomer(db: Database, customerId: string): Promise<CardOwner | null | undefined> {
  const owner = await readOwner(db, customerId)
  if (!owner) return owner
  return (await holdOwner(db, owner)) ? readOwner(db, customerId) : null
}

type Payment = Extract<CardFacts, { kind: 'payment' }>

/** Books a one-off payment on the charge that its checkout was made for. */
async function payCheckout(house: House, facts: Payment): Promise<Verdict> {
  const checkout = await readCheckout(house.db, facts.source.id)
  const charge = checkout?.chargeId ? await readCharge(house.db, checkout.chargeId) : undefined
  if (!checkout || !charge) return { outcome: 'mismatch', note: 'En betalning som vi inte har bett om' }
  const wrong = compare(facts, { amount: charge.gross, customerId: checkout.customerId })
  if (wrong) return { outcome: 'mismatch', note: `${charge.reference}: ${wrong}` }
  return book(house, facts, charge)
}

/**
 * Books a month that a subscription drew: on the open month, otherwise on the next one. A payment for neither is sent
 * back.
 */
async function payInvoice(house: House, facts: Payment, owner: CardOwner | null | undefined): Promise<Verdict> {
  const { db } = house
  if (!facts.subscription) return { outcome: 'mismatch', note: 'En faktura som inte hör till ett abonnemang' }
  if (owner === undefined) return { outcome: 'mismatch', note: 'En betalning från en kund som inte är vår' }
  const { id, customerId } = facts.subscription
  // The price may have changed since: valid is the amount that the owner agreed to in the checkout.
  const amount = (await wasAgreed(db, customerId, facts.amount)) ? facts.amount : owner && monthlyPrice(owner)
  const wrong = compare(facts, { amount, customerId })
  if (wrong) return { outcome: 'mismatch', note: wrong }
  if (await isPaymentKnown(db, paymentName(facts))) return { outcome: 'booked before' }
  if (owner === null) return sendBack(house, facts, noOwnerWords[await readWhyNoOwner(db, customerId)])
  const charge = await monthFor(house, owner, facts.amount, await isToEnd(db, id))
  return charge ? book(house, facts, charge) : sendBack(house, facts, 'Det fanns ingen månad att betala för.')
}

const noOwnerWords = {
  role: 'Kontot är inte en boendes längre.',
  'nobody answers': 'Ingen sköter företagets konto längre.',
  left: 'Kontot finns inte längre.',
}

export const monthlyPrice = (owner: CardOwner): Ore =>
  owner.memberId ? membershipLine.gross : fromNet(packageOf('base').priceOre).gross

/** What does not fit our checkout or price, in words for an administrator; null if everything fits. */
function compare(facts: Payment, asked: { amount: Ore | null; customerId: string }): string | null {
  if (facts.currency !== 'sek') return `betald i ${facts.currency || 'okänd valuta'}, inte i kronor`
  if (facts.amount !== asked.amount) return `${facts.amount} öre betalda, ${asked.amount ?? 0} öre begärda`
  if (facts.customerId !== asked.customerId) return 'betald av en annan kund'
  return null
}

/** False for somebody who is not a member any more. */
async function holdOwner(db: Database, { memberId, companyId }: CardOwner): Promise<boolean> {
  if (memberId) return (await lockMembers(db, [memberId])).length > 0
  await readBillingAddresses(db, [companyId ?? ''], 'hold')
  return true
}

/** The open month; without one the next, unless the subscription is to end or its owner is shut out. */
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
  if (isEnding || (await isShutOut(db, owner))) return undefined
  if (!owner.memberId) return askForBase({ db, above }, owner.companyId ?? '', now, drawn)
  const dueOn = await above.readMonthToAsk(db, owner.memberId, now)
  return dueOn === null ? undefined : (await askForMonths(db, [{ memberId: owner.memberId, dueOn }], now, drawn))[0]
}

/** A blocked member, or a company that nobody may act for, can use no month that has not begun. */
const isShutOut = async (db: Database, { memberId, companyId }: CardOwner): Promise<boolean> =>
  memberId === null ? !(await readIsActedFor(db, companyId)) : readIsBlocked(db, memberId)

/** The external id of a payment: the provider's payment id, otherwise the checkout or invoice that it was paid by. */
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
  // Race: another event about the same money was booked while this one waited for the lock on the charge.
  if (await isPaymentKnown(house.db, externalId)) return { outcome: 'booked before' }
  // The charge was paid in another way meanwhile (Swish), or struck. The payment is not booked, and goes back to the
  // card.
  const why = taken === 'paid before' ? 'var redan betald' : 'begärs inte längre'
  const back = await sendBack(house, facts, `${charge.reference} ${why}.`)
  return taken === 'paid before' ? { ...back, outcome: 'paid twice' } : back
}

/** Refunds a payment that pays for nothing. It was never booked, so there is no credit note. */
async function sendBack({ db, clock }: House, { paymentId, amount }: Payment, why: string): Promise<Verdict> {
  if (paymentId === null) return { outcome: 'mismatch', note: `${why} Betala tillbaka hos leverantören.` }
  await orderRefund(db, { refundId: null, paymentId, amount }, clock.now())
  return { outcome: 'given back', note: `${why} Pengarna går tillbaka till kortet.` }
}
