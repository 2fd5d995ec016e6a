import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { isKey } from '~/alarms/voice/recordings'
import type { Phone } from '../../support/counterparts/elks-phones'
import { nameCentre } from './centres'
import { nameOwnSystems } from './own-systems'
import { moveClock, type Place, type Size } from './place'
import { type Chance, say } from './seeded'
import { asThePage } from './storm'

/** Faults that once stopped the engine, each as a test of its own with one line of figures. */
type Trial = Size & {
  what: string
  minutes: number
  /** May return a check to run after everything has passed. */
  happens(place: Place, chance: Chance): Promise<unknown>
}

/** How long the table of alarms is locked. */
const lockedMs = 20_000

const home = ({ servers }: Place) => servers[0]?.env.ORIGIN ?? ''

/** Every moment with broken connections counts as a fault, after which messages may be duplicated. */
async function breaking(place: Place, forMs: number) {
  for (const until = Date.now() + forMs; Date.now() < until; await pause(250)) place.storm.faults.push(Date.now())
}

/** Requests the address repeatedly while something goes on, and counts the answers. */
async function watch(url: string, during: Promise<unknown>) {
  let isOver = false
  void during.finally(() => {
    isOver = true
  })
  const answers: Record<string, number> = {}
  let slowestMs = 0
  while (!isOver) {
    const began = Date.now()
    const status = await fetch(url, { signal: AbortSignal.timeout(20_000) }).then(
      (answer) => answer.status,
      () => 0,
    )
    slowestMs = Math.max(slowestMs, Date.now() - began)
    answers[status] = (answers[status] ?? 0) + 1
    await pause(200)
  }
  return { answers, slowestMs }
}

export const trials: Trial[] = [
  {
    what: 'silence: the database says nothing, on old lines and then on all',
    servers: 1,
    members: 250,
    perSecond: 4,
    rhythm: asThePage,
    minutes: 6,
    proxied: true,
    async happens(place) {
      await pause(5_000)
      place.proxy?.silenceOld()
      await breaking(place, 20_000)
      place.proxy?.silenceAll()
      await breaking(place, 12_000)
      place.proxy?.speak()
      await breaking(place, 20_000)
    },
  },
  {
    what: 'poison: rows that no database takes, and words that are no notice',
    servers: 1,
    members: 150,
    perSecond: 5,
    minutes: 5,
    async happens({ world, storm }) {
      // Recording fails for one in sixteen of the provider's answers.
      await world.pool.query(`
        create function refuse_poison() returns trigger language plpgsql as $$
          begin raise exception 'poison' using errcode = '22P02'; end $$;
        create trigger poison before update on alarm_deliveries for each row
          when (new.provider_id like 's0%') execute function refuse_poison()`)
      while (storm.presses.length < 150) {
        for (const word of ['', 'x', '{}']) await world.pool.query(`select pg_notify('alarms', $1)`, [word])
        await pause(100)
      }
    },
  },
  {
    what: 'provider: takes messages and answers too late, or cuts the line',
    servers: 1,
    members: 120,
    perSecond: 4,
    minutes: 6,
    async happens({ elks, storm }) {
      const from = Date.now()
      // An attempt with an unknown outcome is repeated once, and no more, however long the fault lasts.
      storm.mostOfOne = 2
      for (const mood of [{ slowBy: 12_000 }, 'lost answer', { slowBy: 12_000 }] as const) {
        storm.faults.push(Date.now())
        elks.mood = mood
        await pause(9_000)
      }
      elks.mood = 'well'
      // The last requests are answered late too.
      storm.held = { from, until: Date.now() + 12_000 }
    },
  },
  {
    what: 'drain: far more to say than the provider takes',
    servers: 1,
    members: 500,
    perSecond: 20,
    minutes: 8,
    async happens({ elks, storm }) {
      const from = Date.now()
      elks.mood = { slowBy: 4_000 }
      await expect.poll(() => storm.presses.length, { timeout: 120_000 }).toBe(500)
      elks.mood = { slowBy: 150 }
      // The queue is long: an alarm that ends just after its neighbours were due to be called may end before their
      // messages are sent.
      storm.held = { from, until: Date.now() + 30_000 }
    },
  },
  {
    what: 'lock: somebody holds the table of alarms',
    servers: 1,
    members: 150,
    perSecond: 5,
    rhythm: asThePage,
    minutes: 5,
    async happens(place) {
      await pause(4_000)
      const holder = await place.world.pool.connect()
      await holder.query('begin')
      await holder.query('lock table safety_alarms in access exclusive mode')
      const held = breaking(place, lockedMs)
      const [pages, health] = await Promise.all([
        watch(`${home(place)}/companies`, held),
        watch(`${home(place)}/halsa/larm`, held),
      ])
      await holder.query('rollback')
      holder.release()
      say(`lock, while it is held: ${JSON.stringify({ pages, health })}`)
      expect(Object.keys(pages.answers)).toEqual(['200'])
      // No request waits until the lock is released.
      for (const { slowestMs } of [pages, health]) expect(slowestMs).toBeLessThan(lockedMs / 2)
      expect(Object.keys(health.answers)).toContain('503')
    },
  },
  {
    what: 'centre: a larmcentral hangs, shouts, breaks off, and comes back, while own systems answer 500 and phones ring',
    servers: 1,
    members: 150,
    perSecond: 5,
    minutes: 8,
    toldElsewhere: true,
    async happens(place, chance) {
      const { world, storm, elks, systems } = place
      const centre = await nameCentre(world)
      onTestFinished(() => centre.close())
      await nameOwnSystems(world)
      if (systems) systems.status = 500
      // The earliest calls that a policy allows, and some phones are answered.
      await world.pool.query('update alarm_policies set ring_s = 15, ring_times = 3')
      elks.phones = Array.from({ length: 500 }, () => chance.oneOf(phones))
      for (const mood of ['silent', 'noise without end', 'resets', 'half a frame', 'nak'] as const) {
        centre.mood = mood
        await pause(6_000)
      }
      await expect.poll(() => storm.presses.length, { timeout: 120_000 }).toBe(150)
      centre.mood = 'well'
      return () => holdNewWays(place, centre)
    },
  },
]

/** How the called phones behave. */
const phones: Phone[] = [
  'engaged',
  'lets it ring',
  'voicemail',
  { presses: ['1'] },
  { presses: ['7', '2', '3'] },
  { presses: ['2'] },
]

/** Everything marked as delivered was received at the other end, and no work is left from the time of faults. */
async function holdNewWays(place: Place, centre: Awaited<ReturnType<typeof nameCentre>>) {
  const { world, elks, systems } = place
  const rows = async <Row extends object>(query: string) => (await world.pool.query<Row>(query)).rows
  const acknowledged = await rows<{ heard: string }>(
    `select account || ' ' || lpad(number::text, 4, '0') as heard from centre_signals
     join alarm_centres using (company_id) where outcome = 'arrived'`,
  )
  const heard = new Set(centre.heard.map(({ account, number }) => `${account} ${number}`))
  expect(acknowledged.filter((row) => !heard.has(row.heard))).toEqual([])

  // A voicemail answers too: only a pressed key shows that a person heard the call.
  const heardByPerson = elks.calls.filter(({ callbacks }) => callbacks.some(({ form }) => isKey(form.result ?? '')))
  const pressed = new Set(heardByPerson.map(({ id }) => id))
  const calls = await rows<{ id: string; state: string }>(
    `select provider_id as id, state from alarm_deliveries where channel = 'voice'`,
  )
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.filter(({ id, state }) => state === 'delivered' && !pressed.has(id))).toEqual([])

  if (!systems) return
  const told = await rows<{ n: number }>(`select count(*)::int as n from webhook_deliveries`)
  expect(systems.asked).toBeGreaterThan(told[0]?.n ?? 0)
  expect(await rows(`select from webhook_deliveries where state = 'delivered'`)).toEqual([])
  // An hour of errors, and then the systems answer.
  moveClock(place, 60)
  systems.status = 204
  moveClock(place, 60)
  await expect
    .poll(() => rows(`select from webhook_deliveries where state = 'queued'`), { timeout: 60_000 })
    .toEqual([])
  expect(await rows(`select from webhook_deliveries where state = 'failed'`)).toEqual([])
  const states = await rows(`select channel, state, count(*)::int as n from alarm_deliveries
    where channel in ('centre', 'voice') group by channel, state
    union all select 'webhook', state, count(*)::int from webhook_deliveries group by state order by 1, 2`)
  const callbacks = Object.groupBy(
    elks.calls.flatMap(({ statuses }) => statuses),
    (status) => status,
  )
  const answered = Object.entries(callbacks).map(([status, all]) => `${status}: ${all?.length}`)
  say(`the new ways: ${JSON.stringify(states)}, own systems asked ${systems.asked} times, callbacks ${answered}`)
}
