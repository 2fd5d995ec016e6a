import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { compressedOnce, type Effort, type Encoding, mayBeEncoded } from '../compress'

/** The parts of the raw request that the cache looks at. */
export type Visit = Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'headers'>

type Headers = [name: string, value: string][]
type Way = Encoding | 'identity'
type Written = { bytes: Uint8Array<ArrayBuffer>; tag: string; headers: Headers }
type Answer = { status: number; headers: Headers; bytes: Written['bytes'] | null }

/** A cached answer with its headers. Encoded once for each content encoding that is asked for. */
export type KeptPage = {
  text: string
  /** Bytes in memory, all encodings so far included. */
  readonly size: number
  /** Null while the page is not encoded in the way that the visitor needs. */
  readyFor(visit: Visit): Answer | null
  writeFor(visit: Visit): Promise<Answer>
}

/** Makes a cacheable page of an answer. Null if the answer belongs to its visitor alone. */
export async function toKeep(
  res: Response,
  { isPlain, requestId, effort }: { isPlain: boolean; requestId: string; effort: Effort },
): Promise<KeptPage | null> {
  const isSomebodys = res.headers.has('Set-Cookie') || /no-store/.test(res.headers.get('Cache-Control') ?? '')
  if (res.status !== 200 || !isPlain || isSomebodys) return null
  const text = await res.clone().text()
  // The request id in the text means that something of this visit is in the page, so it must not be shared.
  if (text.includes(requestId)) return null
  const shared = [...res.headers].filter(([name]) => !/^(content-length|vary)$/.test(name))
  return keptPage(text, shared, effort)
}

function keptPage(text: string, shared: Headers, effort: Effort): KeptPage {
  const plain = new TextEncoder().encode(text)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const written = new Map<Way, Written>()
  const writing = new Map<Way, Promise<Written>>()

  async function write(as: Way): Promise<Written> {
    const bytes = as === 'identity' ? plain : await compressedOnce(plain, as, effort)
    const tag = `"${hash}-${as}"`
    const headers: Headers = [...shared, ['vary', 'Accept-Encoding'], ['etag', tag]]
    if (as !== 'identity') headers.push(['content-encoding', as])
    headers.push(['content-length', String(bytes.length)])
    const done = { bytes, tag, headers }
    written.set(as, done)
    return done
  }

  return {
    text,
    get size() {
      // A text with a dash in it is stored by JavaScript as two bytes for each character.
      const packed = [...written.values()].filter(({ bytes }) => bytes !== plain)
      return packed.reduce((sum, { bytes }) => sum + bytes.length, 2 * text.length + plain.length)
    },
    readyFor(visit) {
      const ready = written.get(wayOf(visit))
      return ready ? answerTo(visit, ready) : null
    },
    async writeFor(visit) {
      const way = wayOf(visit)
      const begun = writing.get(way) ?? write(way)
      writing.set(way, begun)
      return answerTo(visit, await begun)
    },
  }
}

const wayOf = ({ headers }: Visit): Way => mayBeEncoded(headers['accept-encoding']) ?? 'identity'

/** Answers 304 if the visitor's ETag matches. */
function answerTo({ headers: asked }: Visit, { bytes, tag, headers }: Written): Answer {
  if (!has(asked['if-none-match'], tag)) return { status: 200, headers, bytes }
  return { status: 304, headers: headers.filter(([name]) => !name.startsWith('content-')), bytes: null }
}

/** Compares ETags weakly: a proxy may have weakened ours. */
const has = (tags: string | undefined, tag: string) =>
  tags?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag) ?? false
