import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Config } from '~/platform/config.server'
import { shareOf } from '~/platform/share.server'
import { slowPage } from '../pages/plain-pages'
import { patienceMs, small } from './pace'

/**
 * The sender, as far as can be told without a database query: the holder of something that we signed or issued (a
 * session, a guard's cookie, a personal link, the provider's key), or an address.
 */
export type Sender = { name: string; isKnown: boolean; mostUnfinished: number }

/**
 * Size limit of an address and the page for larger bodies. `readsAway`: read the whole body first, so that the browser
 * shows the page.
 */
export type Largest = { bytes: number; readsAway: boolean; page(): string }

export type Intake = {
  /** Reads the whole body before anything else is done about the request; `sent` has the bytes. */
  of(sender: (c: Context) => Sender, largest: (c: Context) => Largest): MiddlewareHandler
  /** Cuts one body of an unknown sender, when the process is out of connections. False if there is none. */
  cutStranger(): boolean
}

type Body = { sender: Sender; began: number; received: number; cut(): void }

/** How much of a body that is too large is read and discarded, so that the sender sees why it was refused. */
const mostReadAway = 30_000_000
/** Minimum per sender and process: a browser's few requests may all reach the same process. */
const atLeastOfOne = 4
/** Maximum bytes in memory: of all unknown senders together, and of all files of known senders. */
const mostOfStrangers = 64_000_000
const mostOfFiles = 200_000_000

/**
 * Reads request bodies. An unfinished body holds a connection and its own bytes, but no place in any queue. Each limit
 * cuts the body that would time out first, and only among the same sender's or among strangers'. No sender can exhaust
 * another's limit, so none can silence an alarm.
 */
export function createIntake(config: Pick<Config, 'webProcesses'>): Intake {
  const underWay = new Set<Body>()
  const isLarge = ({ received }: Body) => received > small

  function cutSlowest(among: (body: Body) => boolean): boolean {
    const slowest = [...underWay].filter(among).sort((one, other) => endOf(one) - endOf(other))[0]
    slowest?.cut()
    return slowest !== undefined
  }

  function makeRoom({ sender }: Body) {
    const same = (body: Body) => body.sender.name === sender.name
    if ([...underWay].filter(same).length > shareOf(config, sender.mostUnfinished, atLeastOfOne)) cutSlowest(same)
  }

  function keepWithinMemory() {
    for (const [most, counted] of [
      [shareOf(config, mostOfStrangers), ({ sender }: Body) => !sender.isKnown],
      [shareOf(config, mostOfFiles), (body: Body) => body.sender.isKnown && isLarge(body)],
    ] as const) {
      let bytes = 0
      for (const body of underWay) if (counted(body)) bytes += body.received
      if (bytes > most) cutSlowest(counted)
    }
  }

  function read(c: Context, sender: Sender, largest: Largest): Promise<Taken | Refusal> {
    const reader = c.req.raw.body?.getReader()
    if (!reader) return Promise.resolve(new Uint8Array())
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const taken = new Growing()
      const body: Body = { sender, began: performance.now(), received: 0, cut: () => end('slow') }
      const end = (result: Taken | Refusal) => {
        clearTimeout(timer)
        underWay.delete(body)
        resolve(result)
      }
      const watch = () => {
        const left = endOf(body) - performance.now()
        if (left <= 0) body.cut()
        else timer = setTimeout(watch, left)
      }
      const pull = async () => {
        while (underWay.has(body)) {
          const { done, value } = await reader.read()
          if (done) return end(body.received > largest.bytes ? 'too large' : taken.whole())
          body.received += value.length
          if (body.received <= largest.bytes) {
            taken.add(value)
            if (isLarge(body)) keepWithinMemory()
          } else if (!largest.readsAway || body.received > mostReadAway) return end('too large')
          else taken.forget()
        }
      }
      underWay.add(body)
      makeRoom(body)
      watch()
      // The sender disconnected in the middle: the partial body is dropped.
      pull().catch(() => end('slow'))
    })
  }

  return {
    of: (senderOf, largestOf) => async (c, next) => {
      if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
      const largest = largestOf(c)
      const length = Number(c.req.header('content-length') ?? 0)
      const isRefused = length > largest.bytes && !(largest.readsAway && length <= mostReadAway)
      const bytes = isRefused ? 'too large' : await read(c, senderOf(c), largest)
      if (typeof bytes === 'string') return refuse(c, bytes, largest)
      const { url, method, headers } = c.req.raw
      c.req.raw = new Request(url, { method, headers, ...(bytes.length > 0 && { body: bytes }) })
      c.set('sent', bytes)
      return next()
    },
    cutStranger: () => cutSlowest(({ sender }) => !sender.isKnown),
  }
}

type Taken = Uint8Array<ArrayBuffer>
type Refusal = 'slow' | 'too large'

const endOf = ({ began, received }: Body) => began + patienceMs(received)

/** Grows one contiguous buffer: a million chunks of one byte would take a hundred times their size. */
class Growing {
  #bytes: Taken = new Uint8Array(4_096)
  #length = 0

  add(more: Uint8Array) {
    const length = this.#length + more.length
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(length, this.#bytes.length * 2))
      larger.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = larger
    }
    this.#bytes.set(more, this.#length)
    this.#length = length
  }

  forget() {
    this.#bytes = new Uint8Array()
    this.#length = 0
  }

  whole = () => this.#bytes.subarray(0, this.#length)
}

/** The rest of the body is useless, so the connection is closed once the answer is sent. */
function refuse(c: Context<{ Bindings: Partial<HttpBindings> }>, why: Refusal, largest: Largest): Response {
  c.header('Connection', 'close')
  const outgoing = c.env?.outgoing
  outgoing?.once('finish', () => outgoing.socket?.destroySoon())
  return why === 'too large' ? c.html(largest.page(), 413) : c.html(slowPage(), 408)
}
