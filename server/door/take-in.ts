import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Config } from '~/platform/config.server'
import { shareOf } from '~/platform/share.server'
import { slowPage } from '../pages/plain-pages'
import { patienceMs, small } from './pace'

/**
 * Who sends, as far as can be told without asking the database: the holder of something that we signed or gave away
 * (a session, a guard's cookie, a personal link, the provider's key), or somebody at an address.
 */
export type Sender = { name: string; isKnown: boolean; mostUnfinished: number }

/** What an address takes, and what it answers to more; `readsAway`: only after it was all sent. */
export type Largest = { bytes: number; readsAway: boolean; page(): string }

export type Intake = {
  /** Takes in what is sent, whole, before anything else is done about it; `sent` has the bytes. */
  of(sender: (c: Context) => Sender, largest: (c: Context) => Largest): MiddlewareHandler
  /** Cuts one that is not known, when the process has no lines left. False if there is none. */
  cutStranger(): boolean
}

type Body = { sender: Sender; began: number; received: number; cut(): void }

/** As far as somebody is let finish who sends too much, so that they come to see why it was not taken. */
const mostReadAway = 30_000_000
/** Whatever is between how many processes: a browser's few things may all come to one of them. */
const atLeastOfOne = 4
/** In memory at a time, of all who are unknown, and of all files of those who are known. */
const mostOfStrangers = 64_000_000
const mostOfFiles = 200_000_000

/**
 * A body that has not come holds a line and its own bytes, and no place in any queue. Every limit here cuts the one
 * that would run out of time first, and only among the same sender's or among strangers': nobody's limit is
 * another's, so none can silence an alarm.
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
      // Whoever sent it has left in the middle: half a word is no word.
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

/** One piece of memory: a million pieces of one byte would take a hundred times what they hold. */
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

/** What is still under way on that line is of no use: it is closed once the answer has gone. */
function refuse(c: Context<{ Bindings: Partial<HttpBindings> }>, why: Refusal, largest: Largest): Response {
  c.header('Connection', 'close')
  const outgoing = c.env?.outgoing
  outgoing?.once('finish', () => outgoing.socket?.destroySoon())
  return why === 'too large' ? c.html(largest.page(), 413) : c.html(slowPage(), 408)
}
