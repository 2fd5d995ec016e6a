import type { MetaDescriptor } from 'react-router'
import { pageMeta as describePage, type PageDescription } from './seo'

/** The matches that a route's `meta` function receives. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** A page's head. The origin comes from the root loader's data. */
export function pageMeta(matches: Matches, page: Omit<PageDescription, 'origin'>): MetaDescriptor[] {
  return describePage({ ...page, origin: originOf(matches) })
}

export function originOf(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { origin?: string } | undefined
  // Without the root's data an error page is shown, whose canonical address does not matter.
  return root?.origin ?? 'http://localhost'
}
