import { type ReviewList, reviewListFrom } from '~/companies/public'
import { askedQuery, type Order, orderFrom, orderQuery } from '~/door/list-order'
import { askedId } from '~/shared/asked'

/** The sort orders of the list. By default companies that wait for review come first. */
export const companyOrders = {
  waiting: { word: 'vantar', down: true },
  name: { word: 'namn', down: false },
  joined: { word: 'gick-med', down: true },
} as const

export type AdminSearch = {
  list: ReviewList
  text: string
  order: Order<typeof companyOrders>
  /** The cursor: the id of the last company of the previous page. */
  after: string | null
}

/** Parses the query string of the list. Invalid values are read as absent. */
export function readAdminSearch(query: URLSearchParams): AdminSearch {
  return {
    list: reviewListFrom(query.get('visa')),
    text: (query.get('q') ?? '').trim().slice(0, 100),
    order: orderFrom(companyOrders, query),
    after: askedId(query.get('after')),
  }
}

/** The query string of the list without default values, and without the position of the page. */
export function queryOf({ list, text, order }: Omit<AdminSearch, 'after'>): URLSearchParams {
  const asked = { visa: list === 'all' ? null : list, q: text }
  return new URLSearchParams([...askedQuery(asked), ...orderQuery(companyOrders, order)])
}
