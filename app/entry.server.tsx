import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import { isPlainPage } from '~/door/plain-page'
import { withStylesInside } from '~/door/styles-inside.server'
import { isDatabaseFault } from '~/platform/database/errors.server'
import { describeFault, placeOfFault } from '~/platform/faults/faults.server'
import { awayContext, houseContext, plainContext, visitorContext } from '~/platform/http/contexts.server'

/** No page waits on slow parts, so each is rendered whole: one buffer compresses better and faster. */
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
  const nonce = isPlain ? undefined : context.get(visitorContext).nonce
  const { log, faults } = context.get(houseContext)
  const { requestId, path } = context.get(visitorContext)
  let answer = status
  const html = await new Promise<string>((resolve, reject) => {
    const page = renderToPipeableStream(<ServerRouter context={routes} url={request.url} nonce={nonce} />, {
      nonce,
      onAllReady() {
        page.pipe(wholeText(resolve))
      },
      onShellError: reject,
      onError(error) {
        answer = 500
        log.error({ requestId, path, error: describeFault(error) }, 'a page could not be rendered')
        faults.note({ error, place: placeOfFault(request.method, path), requestId })
      },
    })
  })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (!isPlain) return new Response(scriptsLast(html), { status: answer, headers })
  const page = await withStylesInside(html)
  context.set(plainContext, { styles: page.hash })
  return new Response(page.html, { status: answer, headers })
}

/** Hands on all that is written to it as one text. */
function wholeText(done: (text: string) => void): Writable {
  const chunks: Buffer[] = []
  return new Writable({
    write(chunk, _, next) {
      chunks.push(chunk)
      next()
    },
    final(next) {
      done(Buffer.concat(chunks).toString())
      next()
    },
  })
}

const askedEarly = /<link rel="modulepreload"[^>]*>/g

/**
 * On a slow line the words and the styles come first: the page works before its scripts do. React writes the scripts that are asked for
 * early in front of the stylesheets, which then wait for a connection of their own and for a share of the line.
 */
function scriptsLast(html: string): string {
  const end = html.indexOf('</head>')
  const head = html.slice(0, end)
  const scripts = head.match(askedEarly) ?? []
  const late = scripts.map((link) => link.replace('<link', '<link fetchpriority="low"'))
  return head.replace(askedEarly, '') + late.join('') + html.slice(end)
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A visitor who goes away in the middle of a page is not a fault.
  if (request.signal.aborted) return
  if (isDatabaseFault(error)) context.set(awayContext, true)
  const { requestId, path } = context.get(visitorContext)
  const { log, faults } = context.get(houseContext)
  log.error({ requestId, path, error: describeFault(error) }, 'a request failed')
  if (!isDatabaseFault(error)) faults.note({ error, place: placeOfFault(request.method, path), requestId })
}
