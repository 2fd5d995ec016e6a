import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Place } from '../../test/faults/storm/place'
import type { Member } from '../../test/faults/storm/world'

/** Pressing the button, and when what follows had come. */

export async function press(home: string, { cookie }: Member): Promise<string> {
  const key = randomUUID()
  const body = new URLSearchParams({ key, message: `Hjälp ${key}` })
  const headers = { cookie, origin: home }
  const answer = await fetch(`${home}/dashboard/customer/safety/send`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  await answer.text()
  return key
}

/** When the first request about an alarm of these presses came; the provider knows them by our name of a delivery. */
export async function firstRequests({ world, elks }: Place): Promise<Map<string, number>> {
  const { rows } = await world.pool.query<{ key: string; id: string }>(
    `select alarm.key, delivery.id from safety_alarms as alarm join alarm_deliveries as delivery on alarm_id = alarm.id
     where channel = 'sms' and kind = 'call' and round = 1`,
  )
  const keys = new Map(rows.map(({ key, id }) => [id, key]))
  const first = new Map<string, number>()
  for (const { whenDelivered, at } of elks.taken) {
    const key = keys.get(new URL(whenDelivered ?? '').searchParams.get('ref') ?? '')
    if (key) first.set(key, Math.min(first.get(key) ?? at, at))
  }
  return first
}

/** A server that has been at work for a while: the first presses are for the compiler. */
export const warmUp = 400

/** Nothing waits to be sent. */
export const untilSent = (place: Place) => expect.poll(() => unsent(place), { timeout: 120_000 }).toBe(0)

async function unsent({ world }: Place): Promise<number> {
  const { rows } = await world.pool.query<{ n: number }>(
    `select count(*)::int as n from alarm_deliveries where state in ('queued', 'sending')`,
  )
  return rows[0]?.n ?? -1
}
