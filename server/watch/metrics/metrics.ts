import cluster from 'node:cluster'
import { Hono, type MiddlewareHandler } from 'hono'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { inTime } from '~/platform/time-limit'
import type { Env } from '../../door/door-env'
import { openSiblings } from '../../several/siblings'
import type { OpenHouse } from '../../start/open-house'
import { onceIn } from '../once-in'
import { fromDatabase, fromProcess, type Measure, readFromDatabase } from './measures'

export type Metered = Pick<OpenHouse, 'db' | 'clock' | 'config' | 'metricsKey' | 'pools' | 'space' | 'isClosing'>

export type Metrics = {
  /** Around everything: counts each request by the route that answered it. */
  time: MiddlewareHandler<Env>
  routes: Hono
}

/** Prometheus gives up after ten seconds by default, and what says that the database hangs must come before that. */
const patienceMs = 3_000
/** However often it is asked, and by however many. */
const askEveryMs = 5_000
/** From a kept page to what hangs until its limit. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Refused before it was known what was asked for. */
const cutShort = 'none'
const bearer = /^Bearer (.+)$/

/**
 * How it goes, as Prometheus reads it. Whoever has no key finds nothing here: how busy a neighbourhood's alarms are is nobody
 * else's. Every label is a word of ours, so that no visitor can make lines.
 */
export function openMetrics(house: Metered): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'kvartera_request_seconds',
    help: 'Requests by route, method and status, as they were answered.',
    labelNames: ['route', 'method', 'status'],
    buckets,
    registers: [registry],
  })
  const underWay = new Gauge({
    name: 'kvartera_requests_under_way',
    help: 'Requests that are not answered yet.',
    registers: [registry],
  })
  const own = async () => {
    const now = new Registry()
    say(now, fromProcess, {
      pools: house.pools(),
      freeBytes: house.space.freeBytes(),
      isClosing: house.isClosing(),
      // Said once, by the one that was asked.
      databaseAnswers: null,
    })
    for (const each of [registry, now]) each.setDefaultLabels(ownLabels)
    return [...(await registry.getMetricsAsJSON()), ...(await now.getMetricsAsJSON())]
  }
  const askEveryone = openSiblings(own)
  const askDatabase = onceIn(askEveryMs, () => inTime(readFromDatabase(house), patienceMs).catch(() => null))

  const routes = new Hono()
  routes.get('/', async (c) => {
    const given = bearer.exec(c.req.header('authorization') ?? '')?.[1]
    if (!house.metricsKey.fits(given)) return c.body(null, 404)
    const [read, everyone] = await Promise.all([askDatabase(), askEveryone()])
    const once = new Registry()
    say(once, fromProcess, { pools: [], freeBytes: null, isClosing: null, databaseAnswers: read !== null })
    if (read) say(once, fromDatabase, read)
    const text = `${await together(everyone).metrics()}\n${await once.metrics()}`
    return c.body(text, 200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' })
  })

  return {
    routes,
    time: async (c, next) => {
      const began = performance.now()
      underWay.inc()
      try {
        await next()
      } finally {
        underWay.dec()
        const labels = {
          route: c.get('route') ?? cutShort,
          method: methodOf(c.req.method),
          status: String(c.res.status),
        }
        requests.observe(labels, (performance.now() - began) / 1000)
      }
    },
  }
}

/** Of several processes each has its own lines: what one counted is gone with it, and a sum would seem to have been set back. */
const ownLabels: Record<string, string> = cluster.worker ? { process: String(cluster.worker.id) } : {}

type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** One text of what each has said. No two say the same line, so that each sum is of one. */
const together = (everyone: Figures[]) =>
  AggregatorRegistry.aggregate(everyone.map((figures) => figures.map((each) => ({ ...each, aggregator: 'sum' }))))

/** Whoever asks may write any word there. */
const methodOf = (asked: string) => (['GET', 'HEAD', 'POST'].includes(asked) ? asked : 'other')

/** What was not read is not said, instead of what it was before. */
function say<From>(registry: Registry, measures: readonly Measure<From>[], from: From) {
  for (const { name, help, labels = [], of } of measures) {
    const readings = of(from)
    if (readings.length === 0) continue
    const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] })
    for (const { value, labels: words = {} } of readings) gauge.set(words, value)
  }
}
