import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { expect, onTestFinished } from 'vitest'
import { openPlace, type Place, type Size } from '../../test/faults/storm/place'
import type { Member } from '../../test/faults/storm/world'

/** Pressing the button, and when what follows had come. */

const agent = new Agent({ keepAlive: true })

/** With Node's own client: what asks shares the machine with what answers, and `fetch` costs several times as much. */
export function press(home: string, { cookie }: Member): Promise<string> {
  const key = randomUUID()
  const body = bodyOf(key)
  const headers = { cookie, origin: home, 'content-type': 'application/x-www-form-urlencoded' }
  return new Promise((resolve, reject) => {
    const asked = request(`${home}/dashboard/customer/safety/send`, { method: 'POST', agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`A press was answered ${answer.statusCode}`))
      answer.resume().once('end', () => resolve(key))
    })
    asked.once('error', reject).end(body)
  })
}

/** What a press sends. */
export const bodyOf = (key: string) => new URLSearchParams({ key, message: `Hjälp ${key}` }).toString()

/** When the first request about an alarm of these presses came; the provider knows them by our name of a delivery. */
export async function firstRequests({ world, elks }: Place): Promise<Map<string, number>> {
  const { rows } = await world.pool.query<{ key: string; id: string }>(
    // Of several that were said as one the message has the name of one.
    `select alarm.key, coalesce(together_with, delivery.id) as id from safety_alarms as alarm join alarm_deliveries as delivery on alarm_id = alarm.id
     where channel = 'sms' and kind = 'call' and round = 1`,
  )
  const keys = Map.groupBy(rows, ({ id }) => id)
  const first = new Map<string, number>()
  for (const { whenDelivered, at } of elks.taken) {
    for (const { key } of keys.get(new URL(whenDelivered ?? '').searchParams.get('ref') ?? '') ?? []) {
      first.set(key, Math.min(first.get(key) ?? at, at))
    }
  }
  return first
}

/** A server that has been at work for a while: the first presses are for the compiler. */
export const warmUp = 400

/**
 * No first call waits to be sent. What is said again to whoever does not answer, and phones that ring one call at a time, goes on
 * for as long as nobody takes these alarms.
 */
export const untilSent = (place: Place) => expect.poll(() => unsent(place), { timeout: 120_000, interval: 250 }).toBe(0)

async function unsent({ world }: Place): Promise<number> {
  const { rows } = await world.pool.query<{ n: number }>(
    `select count(*)::int as n from alarm_deliveries
     where state in ('queued', 'sending') and channel = 'sms' and kind = 'call' and round = 1`,
  )
  return rows[0]?.n ?? -1
}

/** A server that is warm, and nothing of its warm-up goes on. */
export async function openWarm(size: Partial<Size> & { members: number }) {
  const place = await openPlace({ servers: 1, perSecond: 0, ...size, members: warmUp + size.members })
  onTestFinished(() => place.close())
  const { world, elks, servers } = place
  await world.pool.query('delete from alarm_policies')
  elks.mood = 'well'
  const home = servers[0]?.env.ORIGIN ?? ''
  return { place, home, fresh: world.members.slice(warmUp) }
}

/** Its second calls would all fall into what is measured. */
export async function warm({ place, home }: { place: Place; home: string }) {
  const { world } = place
  for (const member of world.members.slice(0, warmUp)) await press(home, member)
  await untilSent(place)
  await world.pool.query(`update alarm_steps set state = 'dropped', settled_at = now() where state = 'pending'`)
  await world.pool.query(`update safety_alarms set status = 'cancelled', closed_at = now()`)
  await world.pool.query(`update alarm_deliveries set state = 'withdrawn' where state = 'queued'`)
}
