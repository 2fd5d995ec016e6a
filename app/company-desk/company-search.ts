import { type ReviewList, reviewListFrom } from '~/companies/public'
import { askedQuery, type Order, orderFrom, orderQuery } from '~/door/list-order'
import { askedId } from '~/shared/asked'

/** What the list can be sorted by; those that wait for a look stand first when nothing is asked. */
export const companyOrders = {
  waiting: { word: 'vantar', down: true },
  name: { word: 'namn', down: false },
  joined: { word: 'gick-med', down: true },
} as const

export type AdminSearch = {
  list: ReviewList
  text: string
  order: Order<typeof companyOrders>
  /** The id of the last company of the page before. */
  after: string | null
}

/** What the address of the list asks for. Nonsense in it is read as "not asked". */
export function readAdminSearch(query: URLSearchParams): AdminSearch {
  return {
    list: reviewListFrom(query.get('visa')),
    text: (query.get('q') ?? '').trim().slice(0, 100),
    order: orderFrom(companyOrders, query),
    after: askedId(query.get('after')),
  }
}

/** The list's own address, with what differs from the plain one; not where in it a page begins. */
export function queryOf({ list, text, order }: Omit<AdminSearch, 'after'>): URLSearchParams {
  const asked = { visa: list === 'all' ? null : list, q: text }
  return new URLSearchParams([...askedQuery(asked), ...orderQuery(companyOrders, order)])
}
