import { readByAddress } from '~/accounts/public.server'
import { findCompanyIds } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import { pageOf } from '~/platform/database/keyset.server'
import type { House } from '~/platform/house.server'
import { askedId } from '~/shared/asked'
import { dayOf, formatDate, formatDay, formatMomentSeen } from '~/shared/time'
import { readLatestFiles } from '../bank/bank-store.server'
import { readEventsToSee } from '../card/card-event-store.server'
import { readRefusedOrders } from '../card/card-order-store.server'
import { chargeKinds, formatSum } from '../charge'
import { formatReference, referencesIn } from '../reference'
import { readSwishToSee } from '../swish/swish-store.server'
import { type ListedCharge, readCharges, readRefundsToPay, sumUnpaid, type Whose } from './list-store.server'
import { isOfCharges, type PaymentSearch } from './payment-lists'

const pageSize = 50
/** Counts stop here; a larger number is shown as "more than". */
const mostCounted = 999
const mostPayers = 50
const filesShown = 5

/**
 * An admin reads a page of one of the lists of payments. The payer's name is shown with each charge, since marking the
 * wrong one as paid books money and issues a receipt.
 */
export async function listPayments(house: House, signedIn: SignedIn, search: PaymentSearch) {
  onlyAdmin(signedIn)
  const { db } = house
  const unpaid = await sumUnpaid(db, mostCounted)
  const now = house.clock.now()
  const today = dayOf(now)
  const { charges, next } = await chargesFor(house, search)
  const refunds = search.list === 'refunds' ? await refundsFor(house, search.after) : { shown: [], next: undefined }
  return {
    search,
    unpaid: {
      count: unpaid.count,
      words: unpaid.isMore ? `fler än ${mostCounted}` : String(unpaid.count),
      sum: formatSum(unpaid.sum),
      isMore: unpaid.isMore,
    },
    takesCards: house.cards !== null,
    takesSwish: house.swish !== null,
    files: (await readLatestFiles(db, filesShown)).map(({ id, name, readAt, bookedAt }) => ({
      id,
      name,
      when: bookedAt
        ? `bokförd ${formatMomentSeen(bookedAt, now)}`
        : `inläst ${formatMomentSeen(readAt, now)}, inte bokförd`,
    })),
    charges: charges.map((charge) => shownCharge(charge, today)),
    refunds: refunds.shown.map(({ since, amount, method, isRefused, ...refund }) => ({
      ...refund,
      amount: formatSum(amount),
      since: formatDay(since),
      byCard: method === 'card' && !isRefused,
      isRefused,
    })),
    swish:
      search.list === 'swish'
        ? (await readSwishToSee(db, pageSize)).map(({ id, note, amount, endedAt }) => ({
            id,
            note,
            sum: formatSum(amount),
            at: endedAt && formatMomentSeen(endedAt, now),
          }))
        : [],
    events:
      search.list === 'cards'
        ? (await readEventsToSee(db, pageSize)).map(({ receivedAt, ...event }) => ({
            ...event,
            at: formatMomentSeen(receivedAt, now),
          }))
        : [],
    refused:
      search.list === 'cards'
        ? (await readRefusedOrders(db, pageSize)).map(({ amount, ...order }) => ({
            ...order,
            amount: amount === null ? null : formatSum(amount),
          }))
        : [],
    next: next ?? refunds.next,
  }
}

export type PaymentsShown = Awaited<ReturnType<typeof listPayments>>

/** Payers whose name or number matches: companies by name or organisation number, a member by email address. */
async function findPayers(db: Database, text: string): Promise<Whose> {
  const member = await readByAddress(db, text.toLowerCase())
  return { memberIds: member ? [member.id] : [], companyIds: await findCompanyIds(db, text, mostPayers) }
}

/** A page reader for the search's charges, with keyset pagination: rows after the id `before`. */
export async function findCharges(db: Database, search: PaymentSearch) {
  const { list, kind, text, order } = search
  if (!isOfCharges(list)) return async () => []
  const [reference] = referencesIn(/^\d/.test(text) ? `KV${text}` : text)
  const whose = text === '' ? null : reference ? { reference } : await findPayers(db, text)
  const status = list === 'unpaid' ? 'open' : list
  return (before: string | null, limit: number) => readCharges(db, { status, kind, whose, limit }, order, before)
}

async function chargesFor({ db }: House, search: PaymentSearch) {
  const read = await findCharges(db, search)
  const { shown, next } = pageOf<ListedCharge>(await read(askedId(search.after), pageSize + 1), pageSize)
  return { charges: shown, next }
}

async function refundsFor({ db }: House, after: string | null) {
  return pageOf(await readRefundsToPay(db, askedId(after), pageSize + 1), pageSize)
}

function shownCharge(charge: ListedCharge, today: string) {
  return {
    id: charge.id,
    reference: formatReference(charge.reference),
    label: chargeKinds[charge.kind].label,
    status: charge.status,
    sum: formatSum(charge.gross),
    due: formatDate(charge.dueOn),
    isLate: charge.status === 'open' && charge.dueOn < today,
    paid: charge.paidAt && formatDay(charge.paidAt),
    struckBecause: charge.struckBecause,
    memberId: charge.memberId,
    companyId: charge.companyId,
    companyName: charge.companyName,
    memberName: charge.memberName,
    receiptNumber: charge.receiptNumber,
  }
}

export type ChargeShown = ReturnType<typeof shownCharge>
