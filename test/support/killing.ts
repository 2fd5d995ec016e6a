import type { KyselyPlugin } from 'kysely'
import type { Database } from '~/platform/database/database.server'

export class Killed extends Error {}

/** Numbers that look like chance and are the same in every run (mulberry32). */
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
 * A database whose process dies at random places: before any statement, which takes its whole transaction with it,
 * as a killed process does.
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

/** Whoever is started again after a kill does the work again, until it is through. */
export async function untilDone<Value>(work: () => Promise<Value>): Promise<Value> {
  while (true) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
  }
}
