import { href } from 'react-router'
import { askedDay } from '~/shared/fields'
import { anId } from '~/shared/id'

/** What the address of the booking page says: what is looked for, and what has been chosen so far. */
export type BookSearch = {
  text: string
  category: string | null
  /** The service after which the list goes on. */
  after: string | null
  service: string | null
  day: string | null
}

const id = anId().nullable().catch(null)

/** Nonsense in an address is as if it were not there. */
export function readBookSearch(params: URLSearchParams): BookSearch {
  return {
    text: (params.get('q') ?? '').trim().slice(0, 100),
    category: params.get('category')?.slice(0, 100) || null,
    after: id.parse(params.get('after')),
    service: id.parse(params.get('service')),
    day: askedDay.parse(params.get('day')),
  }
}

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
