import { href } from 'react-router'
import { askedDay, askedId, isId } from '~/shared/asked'
import { MOST_MORE } from '../visit/visit'

/** The query parameters of the booking page: the search, and what has been chosen so far. */
export type BookSearch = {
  text: string
  category: string | null
  /** Cursor of the keyset pagination: the list continues after this service. */
  after: string | null
  service: string | null
  /** Further services for the same visit. */
  also?: readonly string[]
  day: string | null
}

/** One more than may be chosen, so that the page can say that there is one too many. */
const mostAsked = MOST_MORE + 1

/** Invalid query parameters are ignored. */
export function readBookSearch(params: URLSearchParams): BookSearch {
  const also = [...new Set(params.getAll('also').filter(isId))].slice(0, mostAsked)
  return {
    text: (params.get('q') ?? '').trim().slice(0, 100),
    category: params.get('category')?.slice(0, 100) || null,
    after: askedId(params.get('after')),
    service: askedId(params.get('service')),
    day: askedDay(params.get('day')),
    ...(also.length > 0 ? { also } : {}),
  }
}

/** The address of the page that books the chosen service as a series. */
export const repeatAddress = ({ service, day }: { service: string; day: string }) =>
  `${href('/dashboard/customer/book/repeat')}?${new URLSearchParams({ service, day })}`

export function bookAddress({ text, category, after, service, also = [], day }: Partial<BookSearch>): string {
  const params = new URLSearchParams()
  if (text) params.set('q', text)
  if (category) params.set('category', category)
  if (after) params.set('after', after)
  if (service) params.set('service', service)
  for (const id of also) params.append('also', id)
  if (day) params.set('day', day)
  const query = params.toString()
  return href('/dashboard/customer/book') + (query && `?${query}`)
}
