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
  /** Middleware around everything: measures each request by its route. */
  time: MiddlewareHandler<Env>
  routes: Hono
}

/**
 * Timeout of the database query. Prometheus gives up after ten seconds by default, and must get the answer that the
 * database hangs before that.
 */
const patienceMs = 3_000
/** Cache time of the database metrics, however many ask. */
const askEveryMs = 5_000
/** Histogram buckets in seconds, from a cached page to a request that runs into its timeout. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Route label of requests that were refused before the route was known. */
const cutShort = 'none'
const bearer = /^Bearer (.+)$/

/**
 * /metrics for Prometheus. Answers 404 without the key: how busy a neighbourhood's alarms are is confidential. All
 * label values are ours, so that visitors cannot create time series.
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
      // Reported once, by the process that was asked.
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

/**
 * Each worker has its own label: counters end with their process, and in a sum a restart would look like a counter
 * reset.
 */
const ownLabels: Record<string, string> = cluster.worker ? { process: String(cluster.worker.id) } : {}

type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/**
 * Merges the metrics of all processes into one text. No two processes report the same series, so each sum has one
 * summand.
 */
const together = (everyone: Figures[]) =>
  AggregatorRegistry.aggregate(everyone.map((figures) => figures.map((each) => ({ ...each, aggregator: 'sum' }))))

/** Unknown methods share one label: clients may send any word. */
const methodOf = (asked: string) => (['GET', 'HEAD', 'POST'].includes(asked) ? asked : 'other')

/** Registers only values that were read: an unknown value is left out instead of being reported stale. */
function say<From>(registry: Registry, measures: readonly Measure<From>[], from: From) {
  for (const { name, help, labels = [], of } of measures) {
    const readings = of(from)
    if (readings.length === 0) continue
    const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] })
    for (const { value, labels: words = {} } of readings) gauge.set(words, value)
  }
}
