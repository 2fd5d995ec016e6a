import { createRequestHandler, type ServerBuild } from 'react-router'

type Pages = ReturnType<typeof createRequestHandler>
type Mode = 'development' | 'production'

/**
 * React Router looks for every request through all routes twice, and turns their whole table into its own once more to draw.
 * The door has found the way to the page already, once for all addresses like it; given the routes on that way alone, it finds the same and looks no further
 * (docs/decisions/0253).
 */
export function pagesOnTheWay(build: ServerBuild, mode: Mode): (way: readonly string[]) => Pages {
  const whole = createRequestHandler(build, mode)
  const found = new Map<string, Pages>()
  return (way) => {
    const page = way.at(-1)
    if (page === undefined) return whole
    let pages = found.get(page)
    if (!pages) {
      pages = createRequestHandler(onlyOf(build, way), mode)
      found.set(page, pages)
    }
    return pages
  }
}

function onlyOf({ routes, assets, ...build }: ServerBuild, way: readonly string[]): ServerBuild {
  return { ...build, routes: pick(routes, way), assets: { ...assets, routes: pick(assets.routes, way) } }
}

const pick = <Route>(all: Record<string, Route>, ids: readonly string[]) =>
  Object.fromEntries(ids.flatMap((id) => (all[id] === undefined ? [] : [[id, all[id]]])))
