import { namesOf } from '~/shared/chosen'
import { type ChargeKind, chargeKinds } from '../charge'

/** The lists an administrator has of payments; the first is the work. */
export const paymentLists = {
  unpaid: { label: 'Obetalda', word: null },
  paid: { label: 'Betalda', word: 'betalda' },
  struck: { label: 'Strukna', word: 'strukna' },
  refunds: { label: 'Att betala tillbaka', word: 'tillbaka' },
  cards: { label: 'Kort att titta på', word: 'kort' },
  swish: { label: 'Swish att titta på', word: 'swish' },
} as const satisfies Record<string, { label: string; word: string | null }>

export type PaymentList = keyof typeof paymentLists

export type PaymentSearch = { list: PaymentList; kind: ChargeKind | null; text: string; after: string | null }

/** What the address of the list asks for. Nonsense in it is read as "not asked". */
export function readPaymentSearch(query: URLSearchParams): PaymentSearch {
  const word = query.get('visa')
  const lists = namesOf(paymentLists)
  const kinds = namesOf(chargeKinds)
  return {
    list: lists.find((list) => paymentLists[list].word === word) ?? 'unpaid',
    kind: kinds.find((kind) => kind === query.get('slag')) ?? null,
    text: (query.get('q') ?? '').trim().slice(0, 100),
    after: /^[\w.-]{10,60}$/.test(query.get('efter') ?? '') ? query.get('efter') : null,
  }
}

/** The address of a search, without what is as it is anyway. */
export function queryOf({ list, kind, text, after }: Partial<PaymentSearch>): string {
  const word = list ? paymentLists[list].word : null
  const asked = Object.entries({ visa: word, slag: kind, q: text, efter: after }).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  )
  const query = new URLSearchParams(asked).toString()
  return query && `?${query}`
}
