import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { soon } from '../support/pace/soon'
import { spawnProduct } from '../support/product-process'
import { expectSpotless, killServer, openPlace, type Place, restart, type Server } from './storm/place'
import { say } from './storm/seeded'
import { asThePage } from './storm/storm'

/**
 * The standby that every commit waits for is gone, while alarms come in: they go on, or they stop, as the operator has chosen
 * (docs/decisions/0212).
 * @module-tag long
 */
const minutes = 4
const storm = { database: 'storm' }

async function withPlace(whenMissing: 'go-on' | 'stop', happens: (place: Place) => Promise<void>) {
  const size = { servers: 2, members: 60, perSecond: 3, rhythm: asThePage, paired: true }
  const place = await openPlace({ ...size, env: { STANDBY_MISSING: whenMissing } })
  // Clients without an answer retry during the whole test, so every quarter of a second counts as a fault.
  const faults = setInterval(() => place.storm.faults.push(Date.now()), 250)
  try {
    await pause(2_000)
    await happens(place)
    await expectSpotless(place, `standby missing, ${whenMissing}`)
  } finally {
    clearInterval(faults)
    await place.close()
  }
}

const pairOf = ({ pair }: Place) => {
  if (!pair) throw new Error('no pair')
  return pair
}
const incidents = (place: Place, which: string) =>
  pairOf(place)
    .primary.ask(`select from alarm_incidents where kind = 'standby missing' and ${which}`, [], storm)
    .then((rows) => rows.length)

/** Milliseconds until the condition is true. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<number> {
  const began = Date.now()
  await expect.poll(isSo, { ...soon, interval: 50 }).toBe(true)
  return Date.now() - began
}

test('with STANDBY_MISSING=go-on alarms are taken without the standby, and the incident ends by itself', {
  timeout: minutes * 60_000,
}, async () => {
  await withPlace('go-on', async (place) => {
    const pair = pairOf(place)
    const { presses } = place.storm
    await pair.loseStandby()
    const gone = Date.now()
    const goesOnMs = await until(() => presses.some(({ pressedAt, answeredAt }) => pressedAt > gone && answeredAt))
    const toldMs = goesOnMs + (await until(async () => (await incidents(place, 'gone_at is null')) === 1))
    // Commits that were waiting for the standby have been released and no new ones wait, except one probe per server.
    await until(
      async () => (await pair.primary.ask(`select from pg_stat_activity where wait_event = 'SyncRep'`)).length <= 2,
    )
    // A process that starts meanwhile comes up.
    const server = place.servers[1] as Server
    await killServer(place, server)
    await restart(place, server)
    await pair.follow()
    const endsMs = await until(async () => (await incidents(place, 'gone_at is not null')) === 1)
    say(`standby missing: ${JSON.stringify({ goesOnMs, toldMs, endsMs })}`)
    // From here on commits wait for the standby again before they are answered.
    await until(async () => {
      const { length } = await pair.primary.ask(`select from pg_stat_activity where wait_event = 'SyncRep'`)
      return length === 0
    })
    await pause(1_500)
    await pair.failOver('kill', 500)
  })
})

test('with STANDBY_MISSING=stop alarms are refused, and the page shows 112, until the standby is back', {
  timeout: minutes * 60_000,
}, async () => {
  await withPlace('stop', async (place) => {
    const pair = pairOf(place)
    const { presses } = place.storm
    await pair.loseStandby()
    const gone = Date.now()
    await until(async () => (await incidents(place, 'gone_at is null')) === 1)
    // The other process detects it by itself, a moment later.
    await pause(1_000)
    const home = place.servers[0]?.env.ORIGIN ?? ''
    const member = place.world.members.at(-1)
    const [key, began] = [randomUUID(), Date.now()]
    const answer = await fetch(`${home}/dashboard/customer/safety`, {
      method: 'POST',
      headers: { cookie: member?.cookie ?? '', Origin: home },
      body: new URLSearchParams({ intent: 'raise', key, message: 'Någon är i källaren' }),
      redirect: 'manual',
    })
    const text = await answer.text()
    expect(answer.status).toBe(503)
    expect(text).toContain('Larmet är inte skickat. Ring 112 vid fara.')
    expect(text).toContain('href="tel:112"')
    expect(text).toContain('Någon är i källaren')
    // Answered at once without waiting, for a member in danger.
    const toldMs = Date.now() - began
    // Reading goes on.
    expect((await fetch(`${home}/companies`)).status).toBe(200)
    expect((await fetch(`${home}/halsa`)).status).toBe(503)
    const refused = spawnProduct({ ...(place.servers[1] as Server).env, PORT: '1' })
    expect(await refused.ended).toBe(1)
    expect(refused.said()).toContain('The standby of the database is missing')
    const before = presses.filter(({ answeredAt }) => answeredAt && answeredAt > gone + 3_000).length
    expect(before).toBe(0)
    await pair.follow()
    const endsMs = await until(() => presses.some(({ answeredAt }) => answeredAt && answeredAt > gone + 3_000))
    await until(async () => (await incidents(place, 'gone_at is not null')) === 1)
    say(`standby missing, stop: ${JSON.stringify({ toldMs, endsMs })}`)
  })
})
