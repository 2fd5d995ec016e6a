import type { KyselyPlugin } from 'kysely'
import type { Database } from '~/platform/database/database.server'

export class Killed extends Error {}

/** Seeded pseudo-random numbers, the same in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * A database that throws at random before a statement, which rolls back the transaction as killing the process would.
 */
export function killingDatabase(db: Database, share: number, random: () => number) {
  let killed = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (random() < share) {
        killed++
        throw new Killed('killed here')
      }
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(plugin), killed: () => killed }
}

/** Repeats the work after each simulated kill until it completes. */
export async function untilDone<Value>(work: () => Promise<Value>): Promise<Value> {
  while (true) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
  }
}
