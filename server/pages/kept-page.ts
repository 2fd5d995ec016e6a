import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { compressedOnce, type Effort, type Encoding, mayBeEncoded } from '../compress'

/** What is known of who asks before anything is made of the request. */
export type Visit = Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'headers'>

type Headers = [name: string, value: string][]
type Way = Encoding | 'identity'
type Written = { bytes: Uint8Array<ArrayBuffer>; tag: string; headers: Headers }
type Answer = { status: number; headers: Headers; bytes: Written['bytes'] | null }

/** An answer with its headers, written once in each way that somebody asks for. */
export type KeptPage = {
  text: string
  /** In memory, with every way in which it is written by now. */
  readonly size: number
  /** Null while it is not written in the way that is asked for. */
  readyFor(visit: Visit): Answer | null
  writeFor(visit: Visit): Promise<Answer>
}

/** Null when the answer is its visitor's alone. */
export async function toKeep(
  res: Response,
  { isPlain, requestId, effort }: { isPlain: boolean; requestId: string; effort: Effort },
): Promise<KeptPage | null> {
  const isSomebodys = res.headers.has('Set-Cookie') || /no-store/.test(res.headers.get('Cache-Control') ?? '')
  if (res.status !== 200 || !isPlain || isSomebodys) return null
  const text = await res.clone().text()
  // Nothing that one visit brought may be shown to the next.
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
      // A text with a dash in it takes two bytes for each sign.
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

/** Whoever has it already is told so by its tag. */
function answerTo({ headers: asked }: Visit, { bytes, tag, headers }: Written): Answer {
  if (!has(asked['if-none-match'], tag)) return { status: 200, headers, bytes }
  return { status: 304, headers: headers.filter(([name]) => !name.startsWith('content-')), bytes: null }
}

/** Whoever sends the answer on may have weakened its tag. */
const has = (tags: string | undefined, tag: string) =>
  tags?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag) ?? false
