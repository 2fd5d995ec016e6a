import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { expect, onTestFinished } from 'vitest'
import { openPlace, type Place, type Size } from '../../test/faults/storm/place'
import type { Member } from '../../test/faults/storm/world'

/** Pressing the alarm button, and the times of what follows. */

const agent = new Agent({ keepAlive: true })

/**
 * Node's own client, since client and server share the machine, and `fetch` costs several times as much. A kept
 * connection that is reset before it has answered is tried anew, as browsers do: all presses here come from one address,
 * of which the server closes idle connections beyond three hundred (server/door/lines.ts).
 */
export function press(home: string, member: Member, key: string = randomUUID()): Promise<string> {
  const { cookie } = member
  const body = bodyOf(key)
  const headers = { cookie, origin: home, 'content-type': 'application/x-www-form-urlencoded' }
  return new Promise((resolve, reject) => {
    const asked = request(`${home}/dashboard/customer/safety/send`, { method: 'POST', agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`A press was answered ${answer.statusCode}`))
      answer.resume().once('end', () => resolve(key))
    })
    const again = (error: NodeJS.ErrnoException) =>
      asked.reusedSocket && error.code === 'ECONNRESET' ? resolve(press(home, member, key)) : reject(error)
    asked.once('error', again).end(body)
  })
}

/** The form that a press posts. */
export const bodyOf = (key: string) => new URLSearchParams({ key, message: `Hjälp ${key}` }).toString()

/** The time of the first SMS request for each press; the provider knows them by our delivery id. */
export async function firstRequests({ world, elks }: Place): Promise<Map<string, number>> {
  const { rows } = await world.pool.query<{ key: string; id: string }>(
    // Several calls sent as one SMS carry the id of one of them.
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

/** Presses to warm up: the first ones are spent on compilation. */
export const warmUp = 400

/**
 * Waits until no first call is unsent. Repeated calls, and phones that are called one at a time, go on for as long as
 * nobody takes the alarms.
 */
export const untilSent = (place: Place) => expect.poll(() => unsent(place), { timeout: 120_000, interval: 250 }).toBe(0)

async function unsent({ world }: Place): Promise<number> {
  const { rows } = await world.pool.query<{ n: number }>(
    `select count(*)::int as n from alarm_deliveries
     where state in ('queued', 'sending') and channel = 'sms' and kind = 'call' and round = 1`,
  )
  return rows[0]?.n ?? -1
}

/** A warmed-up server; nothing of the warm-up goes on. */
export async function openWarm(size: Partial<Size> & { members: number }) {
  const place = await openPlace({ servers: 1, perSecond: 0, ...size, members: warmUp + size.members })
  onTestFinished(() => place.close())
  const { world, elks, servers } = place
  await world.pool.query('delete from alarm_policies')
  elks.mood = 'well'
  const home = servers[0]?.env.ORIGIN ?? ''
  return { place, home, fresh: world.members.slice(warmUp) }
}

/** Warms up, and cancels the alarms: their second calls would fall into the measurement. */
export async function warm({ place, home }: { place: Place; home: string }) {
  const { world } = place
  for (const member of world.members.slice(0, warmUp)) await press(home, member)
  await untilSent(place)
  await world.pool.query(`update alarm_steps set state = 'dropped', settled_at = now() where state = 'pending'`)
  await world.pool.query(`update safety_alarms set status = 'cancelled', closed_at = now()`)
  await world.pool.query(`update alarm_deliveries set state = 'withdrawn' where state = 'queued'`)
}
