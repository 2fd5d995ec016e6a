import { askedQuery, type Order, orderFrom, orderQuery } from '~/door/list-order'

/** What the administrators' list can be sorted by. */
export const broadcastOrders = { written: { word: 'skrivet', down: true } } as const

export type BroadcastSearch = {
  /** Those alone that wait for an administrator. */
  asked: boolean
  order: Order<typeof broadcastOrders>
}

export const readBroadcastSearch = (query: URLSearchParams): BroadcastSearch => ({
  asked: query.get('visa') === 'asked',
  order: orderFrom(broadcastOrders, query),
})

/** The address of a search, without what is as it is anyway. */
export const queryOf = ({ asked, order }: BroadcastSearch) =>
  new URLSearchParams([...askedQuery({ visa: asked ? 'asked' : null }), ...orderQuery(broadcastOrders, order)])
