import { href } from 'react-router'
import { askedDay, askedId } from '~/shared/asked'

/** What the address of the booking page says: what is looked for, and what has been chosen so far. */
export type BookSearch = {
  text: string
  category: string | null
  /** The service after which the list goes on. */
  after: string | null
  service: string | null
  day: string | null
}

/** Nonsense in an address is as if it were not there. */
export function readBookSearch(params: URLSearchParams): BookSearch {
  return {
    text: (params.get('q') ?? '').trim().slice(0, 100),
    category: params.get('category')?.slice(0, 100) || null,
    after: askedId(params.get('after')),
    service: askedId(params.get('service')),
    day: askedDay(params.get('day')),
  }
}

/** Where a chosen service is booked to come again. */
export const repeatAddress = ({ service, day }: { service: string; day: string }) =>
  `${href('/dashboard/customer/book/repeat')}?${new URLSearchParams({ service, day })}`

export function bookAddress({ text, category, after, service, day }: Partial<BookSearch>): string {
  const params = new URLSearchParams()
  if (text) params.set('q', text)
  if (category) params.set('category', category)
  if (after) params.set('after', after)
  if (service) params.set('service', service)
  if (day) params.set('day', day)
  const query = params.toString()
  return href('/dashboard/customer/book') + (query && `?${query}`)
}
