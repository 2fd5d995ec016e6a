import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startStripe } from '../support/counterparts/stripe-server'
import { startMigrating } from './storm/migrating'
import { startOrders } from './storm/orders'
import { type Ending, endings } from './storm/pair'
import { expectSpotless, openPlace, type Place } from './storm/place'
import { expectSoon, type Returns, slowestOf, watchReturns } from './storm/returns'
import { type Chance, chanceOf, say } from './storm/seeded'
import { asThePage } from './storm/storm'

/**
 * Alarms, bookings and payments while the primary fails repeatedly, each time in another way, and its standby is
 * promoted. In the end all answers are compared with the database. `npm run faults -- failover` does it fifty times;
 * `SEED=n` repeats a run.
 */
const isLong = process.env.FAULTS === 'failover' || process.env.FAULTS === 'full'
const rounds = Number(process.env.ROUNDS) || (isLong ? 50 : 4)
/** What the primary is busy with when it fails, in turn: work that the new primary must cope with. */
const busyWith: ((place: Place, round: number) => { finish(): Promise<unknown> })[] = [
  () => ({ finish: async () => {} }),
  startMigrating,
  ({ pair }) => {
    const written = pair?.primary.ask('checkpoint').catch(() => {})
    return { finish: async () => written }
  },
]
/** Up to the time that Patroni may need; mostly a shorter one. */
const awayMs = (chance: Chance, round: number) =>
  isLong && round % 10 === 9 ? 20_000 + chance.below(10_000) : 500 + chance.below(isLong ? 2_500 : 1_000)

async function oneGoes(place: Place, chance: Chance, round: number): Promise<Returns> {
  const ending = endings[round % endings.length] as Ending
  const { pair, storm } = place
  if (!pair) throw new Error('no pair')
  await pair.follow()
  await pause(chance.below(isLong ? 1_500 : 500))
  const watched = watchReturns(place)
  const work = (busyWith[round % busyWith.length] as (typeof busyWith)[number])(place, round)
  // Long enough to measure usual response times on this machine.
  await pause(600 + chance.below(400))
  storm.faults.push(Date.now())
  const isGone = breaking(place)
  const accepted = await pair.failOver(ending, awayMs(chance, round))
  const returns = await watched.since(accepted)
  await work.finish()
  isGone.isOver()
  say(`${ending}: ${JSON.stringify(returns)}`)
  return returns
}

/** Clients without an answer retry, so every quarter of a second until all is back counts as a fault. */
function breaking({ storm }: Place) {
  const timer = setInterval(() => storm.faults.push(Date.now()), 250)
  return { isOver: () => clearInterval(timer) }
}

test('alarms, bookings and payments survive repeated failovers of the primary', {
  timeout: rounds * 60_000 + 180_000,
  tags: ['long'],
}, async () => {
  const chance = chanceOf('primaries that go')
  const stripe = await startStripe()
  const place = await openPlace({
    ...{ servers: 2, members: rounds * 30, perSecond: 2, rhythm: asThePage, paired: true },
    env: {
      STRIPE_SECRET_KEY: stripe.account.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.account.webhookSecret,
      STRIPE_URL: stripe.account.url,
    },
  })
  try {
    const orders = await startOrders(place.world, stripe, () => place.servers.map(({ env }) => env.ORIGIN ?? ''))
    const all: Returns[] = []
    for (let round = 0; round < rounds; round++) {
      all.push(await oneGoes(place, chance, round))
    }
    await orders.stop()
    await expectSpotless(place, 'primaries that go')
    await orders.expectKept()
    const { booked, paid, slowestMs } = orders
    expect(Math.min(booked.size, paid.size)).toBeGreaterThan(rounds)
    say(
      `failover: ${JSON.stringify({ rounds, booked: booked.size, paid: paid.size, slowestMs, backMs: slowestOf(all) })}`,
    )
    expectSoon(all, isLong ? 'promised' : 'beside others')
  } finally {
    await place.close()
    await stripe.stop()
  }
})
