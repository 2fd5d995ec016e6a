// React Router alone: the product's built pages, drawn from constant data behind a bare node:http, in a process of its
// own. No session, no database, no security headers; compressed as in the product.
import '../bin/production.mjs'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'

const { createElement } = await import('react')
const { renderToPipeableStream } = await import('react-dom/server')
const { createRequestHandler, ServerRouter, UNSAFE_decodeViaTurboStream: decode } = await import('react-router')
const { pages } = await import('../build/server/index.js')

const nonce = 'bench'

/** What each loader returned when the page was requested from the product. */
const { value: shown } = await decode(new Blob([readFileSync(process.env.PAGE_DATA)]).stream(), globalThis)

const constant = ([id, route]) => {
  const loader = route.module.loader && (() => shown[id]?.data ?? null)
  return [id, { ...route, module: { ...route.module, loader, action: undefined, middleware: undefined } }]
}

async function handleRequest(request, status, headers, context) {
  const html = await new Promise((resolve, reject) => {
    const page = renderToPipeableStream(createElement(ServerRouter, { context, url: request.url, nonce }), {
      nonce,
      onAllReady() {
        const body = new PassThrough()
        buffer(body).then(resolve, reject)
        page.pipe(body)
      },
      onShellError: reject,
    })
  })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(html, { status, headers })
}

const handle = createRequestHandler(
  {
    ...pages,
    entry: { module: { default: handleRequest } },
    routes: Object.fromEntries(Object.entries(pages.routes).map(constant)),
  },
  'production',
)

createServer(async (incoming, outgoing) => {
  const answer = await handle(new Request(new URL(incoming.url, 'http://127.0.0.1'), { headers: { cookie: '' } }))
  const body = zstdCompressSync(Buffer.from(await answer.arrayBuffer()))
  outgoing.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'Content-Encoding': 'zstd' })
  outgoing.end(body)
}).listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
})
