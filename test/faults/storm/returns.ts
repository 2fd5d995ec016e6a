import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Place } from './place'

/** How long after a moment each part of the product was back, in milliseconds; the slowest of the servers counts. */
export type Returns = {
  pages: number
  need: number
  engine: number
  listeners: number
  /** What a page took on this machine a moment before anything went: it may be busy with other things. */
  usual: number
}
type Asked = 'pages' | 'need' | 'process'

const paths: Record<Asked, string> = {
  pages: '/dashboard/customer/bookings',
  need: '/dashboard/customer/safety',
  process: '/halsa/process',
}

/** Each server has two lines that only listen (server/start/open-house.ts). */
const listenersEach = 2
const askEveryMs = 400
const patienceMs = 12_000

/**
 * The promise, and a limit against standing still where the machine is busy with other tests: since silent lines were waited for, it
 * was eight seconds and more.
 */
const limits = { promised: 2_000, 'beside others': 6_000 }

export const slowestOf = (all: readonly Returns[]): Returns => {
  const slowest = (what: keyof Returns) => Math.max(...all.map((each) => each[what]))
  return {
    pages: slowest('pages'),
    need: slowest('need'),
    engine: slowest('engine'),
    listeners: slowest('listeners'),
    usual: slowest('usual'),
  }
}

export function expectSoon(all: readonly Returns[], limit: keyof typeof limits) {
  const late = all.filter(({ usual, ...each }) => Object.values(each).some((ms) => ms > limits[limit] + usual))
  expect(late).toEqual([])
}

/** Asks every part of every server again and again from now on. */
export function watchReturns({ servers, pair, world }: Place) {
  if (!pair) throw new Error('nothing to come back from')
  const cookie = world.members.at(-1)?.cookie ?? ''
  const origins = servers.map(({ env }) => env.ORIGIN ?? '')
  const asked = new Set<Promise<void>>()
  let isOver = false
  let asksFrom: number | null = null
  let usual = 0
  /** What a process answered to a balancer that asked whether to send visitors there, other than yes. */
  const withdrawn: number[] = []
  /** When the last one asked who was not served, by what was asked. */
  const failed: Record<Asked, number> = { pages: 0, need: 0, process: 0 }
  const answered: Record<Asked, Map<string, number>> = { pages: new Map(), need: new Map(), process: new Map() }

  async function ask(what: Asked, origin: string) {
    const signal = AbortSignal.timeout(patienceMs)
    const began = Date.now()
    const once = () => fetch(origin + paths[what], { headers: { cookie }, redirect: 'manual', signal })
    // A line that lay unused may be closed by the server as it is taken up again: a browser asks once more.
    const status = await once()
      .catch(() => once())
      .then(async (answer) => (/<\/html>|"open":true/.test(await answer.text()) ? answer.status : 0))
      .catch(() => 0)
    if (what === 'process' && status !== 200 && status !== 0) withdrawn.push(status)
    if (asksFrom === null && status === 200) usual = Math.max(usual, Date.now() - began)
    if (status !== 200) failed[what] = Math.max(failed[what], began)
    else if (began > (asksFrom ?? Number.POSITIVE_INFINITY) && !answered[what].has(origin)) {
      answered[what].set(origin, Date.now())
    }
  }
  const asking = (async () => {
    while (!isOver) {
      for (const origin of origins) {
        for (const what of ['pages', 'need', 'process'] as const) {
          const one = ask(what, origin)
          asked.add(one)
          void one.finally(() => asked.delete(one))
        }
      }
      await pause(askEveryMs)
    }
  })()

  /** Waits until all is back, and says when it was. */
  async function since(accepted: number): Promise<Returns> {
    asksFrom = accepted
    const { primary } = pair as NonNullable<Place['pair']>
    const until = accepted + 20_000
    const when = async (isBack: () => Promise<boolean>) => {
      while (Date.now() < until && !(await isBack().catch(() => false))) await pause(25)
      return Date.now() - accepted
    }
    const storm = { database: 'storm' }
    const [engine, listeners] = await Promise.all([
      when(async () => {
        const rows = await primary.ask(
          `select from alarm_pulse where part = 'engine' and at > to_timestamp($1)`,
          [accepted / 1000],
          storm,
        )
        return rows.length === 1
      }),
      when(async () => {
        const rows = await primary.ask(`select from pg_stat_activity where application_name = 'kvartera listens'`)
        return rows.length === servers.length * listenersEach
      }),
      when(async () =>
        (['pages', 'need'] as const).every((what) => origins.every((origin) => answered[what].has(origin))),
      ),
    ])
    // What was asked before may still be waiting, and be told no.
    await pause(2_000)
    isOver = true
    await asking
    await Promise.all(asked)
    // A balancer would have taken every process away, and with them the page that keeps what is pressed.
    expect(withdrawn).toEqual([])
    // Whoever asks after that is served: the first who was, on each server, and the last who was not.
    const back = (what: Asked) => Math.max(failed[what], ...answered[what].values()) - accepted
    return { pages: back('pages'), need: back('need'), engine, listeners, usual }
  }
  return { since }
}
