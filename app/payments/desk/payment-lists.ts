import { askedQuery, type Order, type Orders, orderFrom, orderQuery } from '~/door/list-order'
import { namesOf } from '~/shared/chosen'
import { type ChargeKind, chargeKinds } from '../charge'

/** The administrators' lists of payments. The first is the default. */
export const paymentLists = {
  unpaid: { label: 'Obetalda', word: null },
  paid: { label: 'Betalda', word: 'betalda' },
  struck: { label: 'Strukna', word: 'strukna' },
  refunds: { label: 'Att betala tillbaka', word: 'tillbaka' },
  cards: { label: 'Kort att titta på', word: 'kort' },
  swish: { label: 'Swish att titta på', word: 'swish' },
} as const satisfies Record<string, { label: string; word: string | null }>

export type PaymentList = keyof typeof paymentLists

/** Whether the list holds charges. The other lists are short and hold other work. */
export const isOfCharges = (list: PaymentList) => list === 'unpaid' || list === 'paid' || list === 'struck'

/** Open charges are sorted by what is urgent; paid and struck ones by the time of asking. */
const unpaidOrders = {
  due: { word: 'senast', down: false },
  sum: { word: 'belopp', down: true },
  asked: { word: 'begard', down: true },
} as const
const settledOrders = { asked: unpaidOrders.asked }

export type PaymentOrder = Order<typeof unpaidOrders>

export const paymentOrders = (list: PaymentList) => (list === 'unpaid' ? unpaidOrders : settledOrders)

export type PaymentSearch = {
  list: PaymentList
  kind: ChargeKind | null
  text: string
  order: PaymentOrder
  after: string | null
}

/** Parses the query string of the list. Invalid values are read as absent. */
export function readPaymentSearch(query: URLSearchParams): PaymentSearch {
  const word = query.get('visa')
  const lists = namesOf(paymentLists)
  const kinds = namesOf(chargeKinds)
  const list = lists.find((one) => paymentLists[one].word === word) ?? 'unpaid'
  return {
    list,
    kind: kinds.find((kind) => kind === query.get('slag')) ?? null,
    text: (query.get('q') ?? '').trim().slice(0, 100),
    order: orderFrom<typeof unpaidOrders | typeof settledOrders>(paymentOrders(list), query),
    after: /^[\w.-]{10,60}$/.test(query.get('efter') ?? '') ? query.get('efter') : null,
  }
}

/** The query string of a search, without default values. */
export function queryOf(search: Partial<PaymentSearch>): string {
  const query = new URLSearchParams([...askedOf(search), ...(search.after ? [['efter', search.after]] : [])]).toString()
  return query && `?${query}`
}

/** The search as pairs of name and value, without the position of the page. */
export function askedOf({ list, kind, text, order }: Partial<PaymentSearch>): [string, string][] {
  const asked = { visa: list ? paymentLists[list].word : null, slag: kind, q: text }
  return [...askedQuery(asked), ...(order && list ? orderQuery<Orders>(paymentOrders(list), order) : [])]
}
