import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import { noteFault } from '~/door/note-fault.server'
import { isPlainPage } from '~/door/plain-page'
import { withStylesInside } from '~/door/styles-inside.server'
import { drawnContext, plainContext, visitorContext } from '~/platform/http/contexts.server'

/**
 * Renders each page as a whole: no page waits for slow parts, and React's streaming, meant for such pages, takes longer
 * (docs/decisions/0253).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routes: EntryContext,
  context: RouterContextProvider,
) {
  const isPlain = isPlainPage(
    routes.staticHandlerContext.matches.map(({ route }) => ({
      handle: routes.routeModules[route.id]?.handle,
      loaderData: routes.staticHandlerContext.loaderData[route.id],
    })),
  )
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (!isPlain) {
    const { nonce } = context.get(visitorContext)
    const given = await withWhatIsHandedOver(routes)
    const html = renderToString(<ServerRouter context={given} url={request.url} nonce={nonce} />)
    context.set(drawnContext, doctype + scriptsLast(html))
    return new Response(null, { status, headers })
  }
  // Not hydrated, so without React's markers between text nodes.
  const html = renderToStaticMarkup(<ServerRouter context={withoutHandOver(routes)} url={request.url} />)
  const page = await withStylesInside(doctype + html)
  context.set(plainContext, { styles: page.hash })
  context.set(drawnContext, page.html)
  return new Response(null, { status, headers })
}

const doctype = '<!DOCTYPE html>'

/** Serialises the loaders' data for hydration. The router would wait for it while rendering; here it is read before. */
async function withWhatIsHandedOver(routes: EntryContext): Promise<EntryContext> {
  const reader = routes.serverHandoffStream?.getReader()
  if (!reader) return routes
  const decoder = new TextDecoder()
  let value = ''
  for (let part = await reader.read(); !part.done; part = await reader.read())
    value += decoder.decode(part.value, { stream: true })
  reader.releaseLock()
  const read = Object.assign(Promise.resolve(), { result: { done: true, value } })
  return { ...routes, renderMeta: { streamCache: { 0: read } } }
}

function withoutHandOver({ serverHandoffStream: _, ...routes }: EntryContext): EntryContext {
  return routes
}

const askedEarly = /<link rel="modulepreload"[^>]*>/g

/**
 * On a slow connection text and styles come first, as the page works without its scripts. React puts modulepreload
 * links before the stylesheets, which then have to share the connection with the scripts.
 */
function scriptsLast(html: string): string {
  const end = html.indexOf('</head>')
  const head = html.slice(0, end)
  const scripts = head.match(askedEarly) ?? []
  const late = scripts.map((link) => link.replace('<link', '<link fetchpriority="low"'))
  return head.replace(askedEarly, '') + late.join('') + html.slice(end)
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // The visitor closed the connection: not a fault.
  if (request.signal.aborted) return
  noteFault(error, { request, context })
}
