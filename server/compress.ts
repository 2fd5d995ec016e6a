import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createMiddleware } from 'hono/factory'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Smaller than this, the headers of compression weigh as much as it saves. */
const worthwhile = 1_000
/** A window of 128 kB holds any page of ours; the default of 4 MB is only slower to set up. */
const brotliParams = {
  [constants.BROTLI_PARAM_QUALITY]: 5,
  [constants.BROTLI_PARAM_LGWIN]: 17,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
}

/** Whole answers of text are compressed once; streams, such as live updates, pass as they are. */
export const compress = createMiddleware(async (c, next) => {
  await next()
  const type = c.res.headers.get('Content-Type') ?? ''
  if (!c.res.body || c.res.headers.has('Content-Encoding') || !isWholeText(type)) return
  const accepted = c.req.header('accept-encoding') ?? ''
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null
  c.header('Vary', 'Accept-Encoding', { append: true })
  if (encoding === null) return

  const body = Buffer.from(await c.res.arrayBuffer())
  const small = body.length < worthwhile
  const sent = small ? body : encoding === 'br' ? await brotli(body, { params: brotliParams }) : await zip(body)
  const headers = new Headers(c.res.headers)
  headers.set('Content-Length', String(sent.length))
  if (!small) headers.set('Content-Encoding', encoding)
  // Hono joins headers when a response is replaced; clearing it first keeps ours as they are.
  const { status } = c.res
  c.res = undefined
  c.res = new Response(new Uint8Array(sent), { status, headers })
})

function isWholeText(type: string): boolean {
  return /^(text\/(?!event-stream)|application\/(json|xml|manifest\+json|ld\+json)|image\/svg)|text\/x-script/.test(
    type,
  )
}
