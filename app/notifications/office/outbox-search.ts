import { askedQuery, type Order, orderQuery, plainOrder } from '~/door/list-order'
import { channelLabels, type OutboxState, outboxStateLabels } from '~/outbox/public'
import type { Channel } from '~/shared/channel'
import { isNameIn } from '~/shared/chosen'
import { parsePhone } from '~/shared/phone'

/** A search of the outbox, from the URL. An invalid value counts as not given. */
export type OutboxSearch = {
  /** The text as typed. */
  text: string
  channel: Channel | null
  state: OutboxState | null
  kind: string
}

/** The sort orders of the list. */
export const outboxOrders = { written: { word: 'skrivet', down: true } } as const

export type OutboxOrder = Order<typeof outboxOrders>

const known = <Name extends string>(names: Record<Name, string>, asked: string | null): Name | null =>
  isNameIn(names, asked) ? asked : null

export function readOutboxSearch(query: URLSearchParams): OutboxSearch {
  return {
    text: (query.get('q') ?? '').trim().slice(0, 254),
    channel: known(channelLabels, query.get('kanal')),
    state: known(outboxStateLabels, query.get('status')),
    kind: (query.get('slag') ?? '').trim().toLowerCase().slice(0, 100),
  }
}

/** The query string of the list, without default values. */
export function outboxQuery(search: OutboxSearch, before?: string, order = plainOrder(outboxOrders)): string {
  const query = new URLSearchParams([...askedOf(search, order), ...(before ? [['before', before]] : [])])
  return query.size > 0 ? `?${query}` : ''
}

/** The search and sort order as parameters, without the page position. */
export function askedOf(search: OutboxSearch, order: OutboxOrder): [string, string][] {
  const asked = { q: search.text, kanal: search.channel, status: search.state, slag: search.kind }
  return [...askedQuery(asked), ...orderQuery(outboxOrders, order)]
}

/** The recipient as stored: a normalised phone number, or an address in lower case. */
export function recipientIn(text: string): string | null {
  if (text === '') return null
  return parsePhone(text) ?? text.toLowerCase()
}
