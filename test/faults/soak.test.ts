import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startStripe } from '../support/counterparts/stripe-server'
import { startEveryday } from './storm/everyday'
import { behindVacuum, bloated, floorOf, type Kind, middleOf, p99, type Sample, sample } from './storm/figures'
import { startOrders } from './storm/orders'
import { expectSpotless, openPlace } from './storm/place'
import { say } from './storm/seeded'
import { asThePage } from './storm/storm'

/**
 * A long run at a modest rate: alarms and guards who take them, bookings, payments, page views and open streams.
 * Resources that do not depend on the amount of work done must be the same at the end as at the beginning. `npm run
 * faults -- soak` runs two hours, or SOAK_MINUTES, plus a tenth to warm up. Not in any other run: a few minutes say
 * nothing.
 */
const isLong = process.env.FAULTS === 'soak'
const minutes = Number(process.env.SOAK_MINUTES) || 120
const tenths = 10
const alarmsPerSecond = 0.15
const metricsKey = 'soak-metrics-7Wq2Lw7ZxC4vBn'
const orderEveryMs = 5_000
/** A busy machine may refuse a few requests; the page says so and retries. */
const mostRefused = 0.01

/** How far the last tenth may exceed the first: a ratio, plus the usual fluctuation. */
const level: Record<Kind, { of: (samples: readonly Sample[], kind: Kind) => number; ratio: number; and: number }> = {
  heapMb: { of: floorOf, ratio: 1.25, and: 10 },
  residentMb: { of: floorOf, ratio: 1.25, and: 60 },
  handles: { of: middleOf, ratio: 1.2, and: 10 },
  files: { of: middleOf, ratio: 1.2, and: 10 },
  connections: { of: middleOf, ratio: 1, and: 6 },
}
const kinds = Object.keys(level) as Kind[]

test.runIf(isLong)(
  'hours of load leak no memory, handles, connections or table space',
  {
    timeout: minutes * 60_000 * 1.5 + 600_000,
    tags: ['long'],
  },
  async () => {
    const stripe = await startStripe()
    const seconds = minutes * 60
    const place = await openPlace({
      ...{ servers: 1, perSecond: alarmsPerSecond, rhythm: asThePage },
      members: Math.ceil(seconds * Math.max(alarmsPerSecond, 1_000 / orderEveryMs) * 1.3) + 60,
      env: {
        METRICS_KEY: metricsKey,
        NODE_OPTIONS: `--import=${resolve('test/faults/storm/swept.mjs')}`,
        STRIPE_SECRET_KEY: stripe.account.secretKey,
        STRIPE_WEBHOOK_SECRET: stripe.account.webhookSecret,
        STRIPE_URL: stripe.account.url,
      },
    })
    try {
      const origin = place.servers[0]?.env.ORIGIN ?? ''
      const orders = await startOrders(place.world, stripe, () => [origin], orderEveryMs)
      const day = await startEveryday(place.world, origin)
      const look = () => sample(place.world.pool, origin, metricsKey)
      // Warm-up: first rendering, compilation and connecting are not counted.
      await pause((seconds * 1_000) / tenths)
      day.takeTimes()
      const parts: { samples: Sample[]; p99Ms: number }[] = []
      for (let part = 0; part < tenths; part++) {
        const samples: Sample[] = []
        const until = Date.now() + (seconds * 900) / tenths
        while (Date.now() < until) {
          samples.push(await look())
          await pause(Math.min(5_000, Math.max(500, until - Date.now())))
        }
        parts.push({ samples, p99Ms: p99(day.takeTimes()) })
        const [last] = samples.slice(-1)
        say(
          `soak ${part + 1}/${tenths}: ${JSON.stringify({ ...rounded(samples), p99Ms: parts.at(-1)?.p99Ms, lagMs: Math.round(last?.lagMs ?? 0), screens: day.openScreens() })}`,
        )
      }
      await day.stop()
      await orders.stop()
      const [first, last] = [parts[0]?.samples ?? [], parts.at(-1)?.samples ?? []]
      const [before, after] = [first.at(-1)?.tables ?? [], last.at(-1)?.tables ?? []]
      const largest = after.toSorted((one, other) => other.mb - one.mb).slice(0, 5)
      say(
        `soak: ${JSON.stringify({
          ...{
            minutes,
            alarms: place.storm.presses.length,
            booked: orders.booked.size,
            confirmed: day.confirmed,
            paid: orders.paid.size,
          },
          ...{ looks: day.looks, refused: day.refused.length },
          first: rounded(first),
          last: rounded(last),
          p99Ms: parts.map(({ p99Ms }) => p99Ms),
          waiting: Math.max(...parts.flatMap(({ samples }) => samples.map(({ waiting }) => waiting))),
          tables: largest.map(({ name, mb, dead }) => `${name} ${mb} MB, ${dead} dead`),
          vacuums: after.reduce((all, { vacuums }) => all + vacuums, 0),
        })}`,
      )
      const grown = kinds.filter((kind) => {
        const { of, ratio, and } = level[kind]
        return of(last, kind) > of(first, kind) * ratio + and
      })
      expect(grown).toEqual([])
      expect(day.refused.length, day.refused.slice(0, 10).join()).toBeLessThanOrEqual(day.looks * mostRefused)
      expect({ behind: behindVacuum(after), bloated: bloated(before, after) }).toEqual({ behind: [], bloated: [] })
      // A minimum of activity: a run in which nothing happened proves nothing.
      const rounds = seconds * 0.5
      expect(place.storm.presses.length).toBeGreaterThan(rounds * alarmsPerSecond)
      expect(Math.min(orders.booked.size, orders.paid.size)).toBeGreaterThan((rounds * 1_000) / orderEveryMs / 2)
      expect(day.confirmed).toBeGreaterThan(0)
      expect(day.looks).toBeGreaterThan(rounds / 2)
      await expectSpotless(place, 'soak')
      await orders.expectKept()
    } finally {
      await place.close()
      await stripe.stop()
    }
  },
)

const rounded = (samples: readonly Sample[]) =>
  Object.fromEntries(kinds.map((kind) => [kind, Math.round(level[kind].of(samples, kind) * 10) / 10]))
