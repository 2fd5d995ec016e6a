import type { MetaDescriptor } from 'react-router'
import { pageMeta as describePage, type PageDescription } from './seo'

/** As a page's `meta` is given them. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** A page's head; the address it is at comes from the root's data. */
export function pageMeta(matches: Matches, page: Omit<PageDescription, 'origin'>): MetaDescriptor[] {
  return describePage({ ...page, origin: originOf(matches) })
}

export function originOf(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { origin?: string } | undefined
  // Without its data the root shows an error page, whose addresses nobody keeps.
  return root?.origin ?? 'http://localhost'
}
