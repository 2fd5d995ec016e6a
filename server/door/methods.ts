import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

const reads = ['GET', 'HEAD']
const writes = ['POST']
const mostFound = 1_000

/** What is no page: files, health, streams. */
const onlyRead = /^\/(assets|icons|og|recordings|offline|files|halsa|live)(\/|$)|^\/[\w-]+\.(svg|png|js|webmanifest)$/

/**
 * By which methods an address answers, or none if it is nowhere. A page is read if it has something to show, and posted
 * to if it has an action; the router itself would give any method but GET to the action.
 */
export function createMethods(build: ServerBuild): (page: string, logged: string) => string[] {
  const methods = new Map(
    Object.entries(build.routes).map(([id, route]) => {
      const { default: shown, loader, action } = route?.path === '*' ? {} : (route?.module ?? {})
      return [id, [...(shown || loader ? reads : []), ...(action ? writes : [])]]
    }),
  )
  const tree = treeOf(build)
  // Looked up once for all addresses that are logged alike, which differ in ids and secrets alone: it takes 2 ms.
  const found = new Map<string, string[]>()
  return (page, logged) => {
    if (/^\/webhooks\/(sms|voice)\//.test(page)) return writes
    if (onlyRead.test(page)) return reads
    const own = found.get(logged) ?? methods.get(matchRoutes(tree, page)?.at(-1)?.route.id ?? '') ?? []
    if (found.size >= mostFound) found.clear()
    found.set(logged, own)
    return own
  }
}

function treeOf({ routes }: ServerBuild, parent?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (route === undefined || route.parentId !== parent) return []
    const { id, path, caseSensitive } = route
    return [
      route.index
        ? { id, path, caseSensitive, index: true as const }
        : { id, path, caseSensitive, children: treeOf({ routes } as ServerBuild, id) },
    ]
  })
}

/** Every word that stands in an address of ours. */
export function wordsOf({ routes }: ServerBuild): string[] {
  return Object.values(routes).flatMap((route) => route?.path?.split('/').filter((word) => !word.startsWith(':')) ?? [])
}
