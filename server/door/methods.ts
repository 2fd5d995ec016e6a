import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

const reads = ['GET', 'HEAD']
const writes = ['POST']
const mostFound = 1_000

/** Addresses that are not pages: files, health checks, streams. */
const onlyRead =
  /^\/(assets|icons|og|recordings|offline|files|halsa|live|metrics)(\/|$)|^\/[\w-]+\.(svg|png|js|webmanifest)$/

/**
 * The methods that an address answers (none: it does not exist), the route pattern that it matches, and `way`, the ids
 * of the routes from the root to its page (empty for what is no page).
 */
export type Place = { methods: readonly string[]; route: string; way: readonly string[] }

export const nowhere: Place = { methods: [], route: 'nowhere', way: [] }

/**
 * A page may be read if it has a component or a loader, and posted to if it has an action. The router itself would pass
 * any method but GET to the action.
 */
export function createPlaces(build: ServerBuild): (page: string) => Place {
  const methods = new Map(
    Object.entries(build.routes).map(([id, route]) => {
      const { default: shown, loader, action } = route?.path === '*' ? {} : (route?.module ?? {})
      return [id, [...(shown || loader ? reads : []), ...(action ? writes : [])]]
    }),
  )
  const tree = treeOf(build)
  const lookUp = (page: string): Place => {
    const matches = matchRoutes(tree, page) ?? []
    const way = matches.map(({ route }) => route.id ?? '')
    const own = methods.get(way.at(-1) ?? '') ?? []
    if (own.length === 0) return { ...nowhere, way }
    const parts = matches.map(({ route }) => route.path?.replace(/^\/+|\/+$/g, '')).filter(Boolean)
    return { methods: own, route: `/${parts.join('/')}`, way }
  }
  // Cache keyed by the address with ids and secrets masked, since a route lookup takes 2 ms.
  const words = new Set(wordsOf(build))
  const found = new Map<string, Place>()
  return (page) => {
    const provider = /^\/webhooks\/(sms|voice)(?=\/)/.exec(page)?.[0]
    if (provider) return { methods: writes, route: provider, way: [] }
    const kind = onlyRead.exec(page)
    if (kind) return { methods: reads, route: kind[1] ? `/${kind[1]}` : 'file', way: [] }
    const alike = page.replace(/[^/]+/g, (word) => (words.has(word) ? word : '…'))
    const place = found.get(alike) ?? lookUp(page)
    if (found.size >= mostFound) found.clear()
    found.set(alike, place)
    return place
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

/** Every static path segment of our routes. */
export function wordsOf({ routes }: ServerBuild): string[] {
  return Object.values(routes).flatMap((route) => route?.path?.split('/').filter((word) => !word.startsWith(':')) ?? [])
}
