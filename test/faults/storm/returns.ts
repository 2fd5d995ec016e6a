import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Place } from './place'

/** Recovery time of each part of the product, in milliseconds; the slowest server counts. */
export type Returns = {
  pages: number
  need: number
  engine: number
  listeners: number
  /** A page's response time on this machine just before the failure, since the machine may be busy. */
  usual: number
}
type Asked = 'pages' | 'need' | 'process'

const paths: Record<Asked, string> = {
  pages: '/dashboard/customer/bookings',
  need: '/dashboard/customer/safety',
  process: '/halsa/process',
}

/** Each server has two LISTEN connections (server/start/open-house.ts). */
const listenersEach = 2
const askEveryMs = 400
const patienceMs = 12_000

/**
 * `promised` is the stated limit; the other only guards against hanging beside other tests. While the product waited
 * for silent connections it took eight seconds and more.
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

/** Polls every part of every server from now on. */
export function watchReturns({ servers, pair, world }: Place) {
  if (!pair) throw new Error('nothing to come back from')
  const cookie = world.members.at(-1)?.cookie ?? ''
  const origins = servers.map(({ env }) => env.ORIGIN ?? '')
  const asked = new Set<Promise<void>>()
  let isOver = false
  let asksFrom: number | null = null
  let usual = 0
  /** Answers other than 200 to the load balancer's health check. */
  const withdrawn: number[] = []
  /** When the last failed request was sent, per kind. */
  const failed: Record<Asked, number> = { pages: 0, need: 0, process: 0 }
  const answered: Record<Asked, Map<string, number>> = { pages: new Map(), need: new Map(), process: new Map() }

  async function ask(what: Asked, origin: string) {
    const signal = AbortSignal.timeout(patienceMs)
    const began = Date.now()
    const once = () => fetch(origin + paths[what], { headers: { cookie }, redirect: 'manual', signal })
    // The server may close an idle keep-alive connection just as it is reused; retried once, as browsers do.
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

  /** Waits until everything works, and returns the recovery times. */
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
    // Earlier requests may still be waiting and fail.
    await pause(2_000)
    isOver = true
    await asking
    await Promise.all(asked)
    // Otherwise a load balancer would have taken all processes out of rotation, and with them the page that keeps an
    // alarm.
    expect(withdrawn).toEqual([])
    // Recovered: after the last failed request, and after the first success on each server.
    const back = (what: Asked) => Math.max(failed[what], ...answered[what].values()) - accepted
    return { pages: back('pages'), need: back('need'), engine, listeners, usual }
  }
  return { since }
}
