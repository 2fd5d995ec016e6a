import type { MetaDescriptor, MetaMatches } from 'react-router'
import { pageMeta as describePage } from './seo'

type Page = { title: string; description: string; path: string; picture?: string; hidden?: boolean }

/** A page's head; the address it is at comes from the root's data. */
export function pageMeta(matches: MetaMatches, page: Page): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { origin?: string } | undefined
  return describePage({ ...page, origin: root?.origin ?? '' })
}
