import { afterEach, beforeAll, expect } from 'vitest'
import type { TestHouse } from './house'

/**
 * Nobody waits for the next look at the outbox: each message that a deed leaves there has the worker woken for it. In a file that
 * calls this it is asked before each delivery, and when a test is over. What a test writes there itself it says so of (`wake`).
 */
export function holdWakes(house: TestHouse) {
  /** Who was woken before that has been answered. */
  let heard = 0
  const look = async () => {
    const since = new Set<string>(house.woken.slice(Math.min(heard, house.woken.length)))
    const waiting = await house.db
      .selectFrom('outbox_messages')
      .select(['channel', 'kind', 'subject'])
      .where('state', '=', 'queued')
      .where('attempts', '=', 0)
      .execute()
    const left = waiting.filter(({ channel }) => !since.has(channel) && !since.has('messages'))
    expect(left, 'wait in the outbox, and nobody was woken').toEqual([])
  }
  beforeAll(() => {
    const { deliver } = house
    house.deliver = async () => {
      await look()
      const sent = await deliver()
      heard = house.woken.length
      return sent
    }
  })
  afterEach(async () => {
    await look()
    heard = 0
  })
}
