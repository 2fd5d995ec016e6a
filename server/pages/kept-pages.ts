import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createMiddleware } from 'hono/factory'
import { requestOrigin } from '~/platform/http/origin'
import { compressedOnce, type Encoding, mayBeEncoded } from '../compress'
import type { Env } from '../door/door-env'

/**
 * Pages that read the same for everyone who shows no cookie: nothing in them is of one visit or of the database
 * (docs/decisions/0200).
 */
const keptAddresses = new Set([
  '/',
  '/auth',
  '/auth?flik=registrera',
  '/auth/recover',
  '/signup',
  '/signup?role=member',
  '/signup?role=company',
  ...['base', 'sponsor', 'season'].map((plan) => `/signup?role=company&plan=${plan}`),
  '/vad-konceptet-sparar',
  '/villkor',
  '/integritet',
])

/** The demo's loopback names could be asked for with any port. */
const mostKept = 50

type Visit = Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'headers'>

export function isKept({ method, url = '', httpVersion, headers }: Visit): boolean {
  // A cookie may be a session or a notice: that page is somebody's own.
  const asks = method === 'GET' || method === 'HEAD'
  return asks && httpVersion === '1.1' && headers.cookie === undefined && keptAddresses.has(url)
}

type Headers = [name: string, value: string][]
type Written = { bytes: Uint8Array<ArrayBuffer>; tag: string; headers: Headers }
/** Written in each way that may be asked for, with the headers of the answer that it was. */
type Kept = { [As in Encoding | 'identity']: Written }

/**
 * The first answer is kept with its headers, compressed as small as it gets, and sent as it lies from then on. Whoever has it
 * already is told so by its tag. One that could not be kept is nobody's but its visitor's.
 */
export function createKeptPages({ origin, mode }: { origin: string; mode: string }) {
  const kept = new Map<string, Kept>()
  const making = new Map<string, Promise<Kept | null>>()
  // The address is in the page, and the demo answers to more than one.
  const keyOf = ({ url, headers }: Visit) => requestOrigin(origin, headers.host ?? null, mode === 'demo') + url

  return {
    /** Sends what is kept, before anything is made of the request; false when there is nothing. */
    answers(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
      const found = isKept(incoming) && kept.get(keyOf(incoming))
      if (!found) return false
      const { status, headers, bytes } = answerTo(incoming, found)
      outgoing.writeHead(status, headers.flat())
      outgoing.end(incoming.method === 'HEAD' ? null : bytes)
      return true
    },

    /** Around the whole door: keeps what it answers to the first, for whom the others wait. */
    keep: createMiddleware<Env>(async (c, next) => {
      const { incoming } = c.env
      if (!isKept(incoming)) return next()
      const key = keyOf(incoming)
      const own = (await making.get(key)) ?? kept.get(key) ?? (await makeFirst())
      if (!own) return
      const { status, headers, bytes } = answerTo(incoming, own)
      c.res = undefined
      c.res = new Response(bytes, { status, headers })

      async function makeFirst(): Promise<Kept | null> {
        c.set('isKept', true)
        const made = next().then(() => toKeep(c.res, c.get('isPlain') === true, c.get('requestId')))
        const others = made.catch(() => null)
        making.set(key, others)
        try {
          const page = await made
          if (page === null) return null
          if (kept.size >= mostKept) kept.clear()
          kept.set(key, page)
          return page
        } finally {
          if (making.get(key) === others) making.delete(key)
        }
      }
    }),
  }
}

export type KeptPages = ReturnType<typeof createKeptPages>

async function toKeep(res: Response, isPlain: boolean, requestId: string): Promise<Kept | null> {
  const isSomebodys = res.headers.has('Set-Cookie') || /no-store/.test(res.headers.get('Cache-Control') ?? '')
  if (res.status !== 200 || !isPlain || isSomebodys) return null
  const page = await res.clone().text()
  // Nothing that one visit brought may be shown to the next.
  if (page.includes(requestId)) return null
  const plain = new TextEncoder().encode(page)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const shared: Headers = [...res.headers].filter(([name]) => !/^(content-length|vary)$/.test(name))
  const write = async (as: keyof Kept) => {
    const bytes = as === 'identity' ? plain : await compressedOnce(plain, as)
    const tag = `"${hash}-${as}"`
    const headers: Headers = [...shared, ['vary', 'Accept-Encoding'], ['etag', tag]]
    if (as !== 'identity') headers.push(['content-encoding', as])
    headers.push(['content-length', String(bytes.length)])
    return { bytes, tag, headers }
  }
  const [identity, br, zstd, gzip] = await Promise.all([write('identity'), write('br'), write('zstd'), write('gzip')])
  return { identity, br, zstd, gzip }
}

function answerTo(
  { headers: asked }: Visit,
  kept: Kept,
): { status: number; headers: Headers; bytes: Written['bytes'] | null } {
  const { bytes, tag, headers } = kept[mayBeEncoded(asked['accept-encoding']) ?? 'identity']
  if (!has(asked['if-none-match'], tag)) return { status: 200, headers, bytes }
  return { status: 304, headers: headers.filter(([name]) => !name.startsWith('content-')), bytes: null }
}

/** Whoever sends the answer on may have weakened its tag. */
const has = (tags: string | undefined, tag: string) =>
  tags?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag) ?? false
