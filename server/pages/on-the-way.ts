import { createRequestHandler, type ServerBuild } from 'react-router'

type Pages = ReturnType<typeof createRequestHandler>
type Mode = 'development' | 'production'

/**
 * Speeds up React Router, which matches every request against all routes twice and copies the whole route table once
 * more to render. The door has matched the route already, cached for all similar addresses; a request handler built
 * from only the routes on that path finds the same page (docs/decisions/0253).
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
