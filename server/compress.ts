import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from './door/door-env'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const zstd = promisify(zstdCompress)

/** Bytes below which the compression headers cost as much as compression saves. */
const worthwhile = 1_000
/**
 * Up to this size a page for one person is compressed synchronously: half a millisecond at most. Handing it to a worker
 * thread costs four times as much processor time, since several threads then compete for the caches
 * (docs/decisions/0249).
 */
const mostAtOnce = 256 * 1024
/** A window of 128 kB holds any page of ours; the default of 4 MB is slower to set up. */
const brotliParams = {
  [constants.BROTLI_PARAM_QUALITY]: 5,
  [constants.BROTLI_PARAM_LGWIN]: 17,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
}
/** For an answer that is sent to one person only: half the work of quality 5 for about 5 % more bytes. */
const forOneParams = { ...brotliParams, [constants.BROTLI_PARAM_QUALITY]: 4 }
const mostParams = { ...brotliParams, [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }

/** Content encodings in order of preference for what is compressed once: the smallest result first. */
export const encodings = ['br', 'zstd', 'gzip'] as const
export type Encoding = (typeof encodings)[number]
/** For one person: the least work first. zstd takes a quarter of brotli's time for a twentieth more bytes. */
const forOnePerson = ['zstd', 'br', 'gzip'] as const satisfies Encoding[]

/** Picks the first offered encoding that the Accept-Encoding header allows. Null if there is none. */
export function mayBeEncoded<Offered extends Encoding = Encoding>(
  accepted = '',
  offered: readonly Offered[] = encodings as readonly Encoding[] as readonly Offered[],
): Offered | null {
  const taken = accepted.split(',').filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
  const names = taken.map((one) => one.replace(/;.*/, '').trim().toLowerCase())
  return offered.find((one) => names.includes(one)) ?? null
}

/** `smallest` for what is cached for long; `soonest` for what is cached for seconds. */
export type Effort = 'smallest' | 'soonest'

/** Compresses bytes that are compressed once and sent to many. */
export async function compressedOnce(
  bytes: Uint8Array,
  as: Encoding,
  effort: Effort,
): Promise<Uint8Array<ArrayBuffer>> {
  const isSmallest = effort === 'smallest'
  if (as === 'br') return new Uint8Array(await brotli(bytes, { params: isSmallest ? mostParams : brotliParams }))
  if (as === 'gzip') return new Uint8Array(await zip(bytes, isSmallest ? { level: constants.Z_BEST_COMPRESSION } : {}))
  const level = isSmallest ? 19 : constants.ZSTD_CLEVEL_DEFAULT
  return new Uint8Array(await zstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: level } }))
}

/** Compresses complete text answers. Streams, such as live updates, pass unchanged. */
export const compress = createMiddleware<Env>(async (c, next) => {
  await next()
  // A cached page is compressed by the cache.
  if (!c.get('isKept')) await compressAnswer(c)
})

export async function compressAnswer(c: Context<Env>) {
  const type = c.res.headers.get('Content-Type') ?? ''
  const drawn = c.get('drawn')
  if (!(drawn || c.res.body) || c.res.headers.has('Content-Encoding') || !isWholeText(type)) return
  const encoding = mayBeEncoded(c.req.header('accept-encoding'), forOnePerson)
  // Hono's own `header` would make the answer anew, with its body as a stream.
  c.res.headers.append('Vary', 'Accept-Encoding')
  if (encoding === null) return

  const body = drawn === undefined ? Buffer.from(await c.res.arrayBuffer()) : Buffer.from(drawn)
  const small = body.length < worthwhile
  const sent = small ? body : await compressedForOne(body, encoding)
  const headers = new Headers(c.res.headers)
  headers.set('Content-Length', String(sent.length))
  if (!small) headers.set('Content-Encoding', encoding)
  // Hono merges the old headers when a response is replaced; clearing it first keeps exactly ours.
  const { status } = c.res
  c.res = undefined
  c.res = new Response(new Uint8Array(sent), { status, headers })
}

const ways = {
  zstd: { atOnce: (body: Buffer) => zstdCompressSync(body), inPool: (body: Buffer) => zstd(body) },
  br: {
    atOnce: (body: Buffer) => brotliCompressSync(body, { params: forOneParams }),
    inPool: (body: Buffer) => brotli(body, { params: forOneParams }),
  },
  gzip: { atOnce: (body: Buffer) => gzipSync(body), inPool: (body: Buffer) => zip(body) },
} satisfies Record<Encoding, object>

async function compressedForOne(body: Buffer, as: Encoding): Promise<Uint8Array> {
  const { atOnce, inPool } = ways[as]
  return body.length > mostAtOnce ? inPool(body) : atOnce(body)
}

function isWholeText(type: string): boolean {
  return /^(text\/(?!event-stream)|application\/(json|xml|manifest\+json|ld\+json)|image\/svg)|text\/x-script/.test(
    type,
  )
}
