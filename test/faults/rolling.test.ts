import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '~/platform/database/migrate.server'
import { openBalancer } from '../support/counterparts/balancer'
import { startStripe } from '../support/counterparts/stripe-server'
import { startProcess } from '../support/product-process'
import { startOrders } from './storm/orders'
import { expectSpotless, openPlace, type Place, type Server } from './storm/place'
import { say } from './storm/seeded'
import { asThePage } from './storm/storm'

/**
 * Rolling release while people press, book, pay and read: the schema is migrated under the previous release, and the
 * processes behind one address are restarted one by one. Nobody is refused, and nothing is lost or done twice
 * (docs/decisions/0209). `npm run faults -- rolling` does it ten times.
 */
const isLong = process.env.FAULTS === 'rolling' || process.env.FAULTS === 'full'
const rounds = Number(process.env.ROUNDS) || (isLong ? 10 : 2)

/** Migrations of the kinds that test/shape/migrations.test.ts allows, on the busiest tables. */
const changes = (round: number) => ({
  [`90${round}0-columns.sql`]: `alter table safety_alarms add column more_${round} int not null default 0;
    alter table bookings add column more_${round} text;
    alter table bookings add constraint more_is_short_${round} check (length(more_${round}) < 9) not valid;`,
  [`90${round}1-rule.sql`]: `alter table bookings validate constraint more_is_short_${round};`,
  [`90${round}2-index.sql`]: `create index concurrently if not exists more_${round} on alarm_timeline (at, kind);`,
})

async function changeTables({ world }: Place, round: number) {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = Object.entries(changes(round))
  for (const [name, sql] of files) writeFileSync(join(folder, name), `-- For a test.\n${sql}`)
  expect(await migrate(world.pool, folder)).toEqual(files.map(([name]) => name))
}

/** Requests all kinds of pages repeatedly, and records refusals. */
function startVisits({ world }: Place, origin: string) {
  const cookie = world.members.at(-1)?.cookie ?? ''
  const pages = ['/', '/companies', '/dashboard/customer', '/dashboard/customer/safety', '/dashboard/customer/bookings']
  const visits = { count: 0, slowestMs: 0, refused: [] as string[] }
  let isOver = false
  const visitors = pages.map(async (page) => {
    while (!isOver) {
      const began = Date.now()
      const said = await fetch(origin + page, { headers: { cookie }, signal: AbortSignal.timeout(15_000) }).then(
        async (answer) => ((await answer.text()).includes('</html>') ? answer.status : 'half a page'),
        (error) => String(error.cause ?? error),
      )
      visits.count++
      visits.slowestMs = Math.max(visits.slowestMs, Date.now() - began)
      if (said !== 200) visits.refused.push(`${page}: ${said}`)
      await pause(50)
    }
  })
  return {
    visits,
    async stop() {
      isOver = true
      await Promise.all(visitors)
    },
  }
}

async function replace(server: Server): Promise<{ stopMs: number; startMs: number }> {
  const began = Date.now()
  expect(await server.product.stop()).toBe(0)
  const stopped = Date.now()
  server.product = await startProcess(server.env)
  return { stopMs: stopped - began, startMs: Date.now() - stopped }
}

test('a rolling release refuses no request and loses no alarm, booking or payment', {
  timeout: rounds * 90_000 + 180_000,
  tags: ['long'],
}, async () => {
  const [stripe, balancer] = await Promise.all([startStripe(), openBalancer()])
  const place = await openPlace({
    ...{ servers: 2, members: rounds * 60 + 60, perSecond: 2, rhythm: asThePage },
    onStart: (servers) => balancer.leadTo(servers.map(({ env }) => Number(env.PORT))),
    env: {
      ORIGIN: balancer.origin,
      STOP_NOTICE_SECONDS: '1',
      STRIPE_SECRET_KEY: stripe.account.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.account.webhookSecret,
      STRIPE_URL: stripe.account.url,
    },
  })
  try {
    const orders = await startOrders(place.world, stripe, () => [balancer.origin])
    const visitors = startVisits(place, balancer.origin)
    await pause(2_000)
    const took: { stopMs: number; startMs: number }[] = []
    for (let round = 0; round < rounds; round++) {
      await changeTables(place, round)
      for (const server of place.servers) {
        took.push(await replace(server))
        await pause(1_000)
      }
    }
    await orders.stop()
    await visitors.stop()
    await expectSpotless(place, 'rolling')
    await orders.expectKept()
    const { count, slowestMs, refused } = visitors.visits
    const slowest = (what: 'stopMs' | 'startMs') => Math.max(...took.map((each) => each[what]))
    const { booked, paid } = orders
    say(
      `rolling: ${JSON.stringify({ replaced: took.length, visits: count, refused: refused.length + balancer.broken.length, booked: booked.size, paid: paid.size, slowestMs, stopMs: slowest('stopMs'), startMs: slowest('startMs') })}`,
    )
    expect({ refused, broken: balancer.broken }).toEqual({ refused: [], broken: [] })
    expect(Math.min(booked.size, paid.size)).toBeGreaterThan(rounds)
  } finally {
    await place.close()
    await Promise.all([balancer.close(), stripe.stop()])
  }
})
