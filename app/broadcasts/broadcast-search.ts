import { askedQuery, type Order, orderFrom, orderQuery } from '~/door/list-order'

/** The sort orders of the administrators' list. */
export const broadcastOrders = { written: { word: 'skrivet', down: true } } as const

export type BroadcastSearch = {
  /** Only those that wait for an administrator's decision. */
  asked: boolean
  order: Order<typeof broadcastOrders>
}

export const readBroadcastSearch = (query: URLSearchParams): BroadcastSearch => ({
  asked: query.get('visa') === 'asked',
  order: orderFrom(broadcastOrders, query),
})

/** The query string of a search, without default values. */
export const queryOf = ({ asked, order }: BroadcastSearch) =>
  new URLSearchParams([...askedQuery({ visa: asked ? 'asked' : null }), ...orderQuery(broadcastOrders, order)])
