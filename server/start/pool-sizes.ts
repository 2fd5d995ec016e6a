import type pg from 'pg'

/**
 * Lines to the database in each process, by who has them: pages, requests about alarms, the engine, chores and messages, the
 * auditor, and whoever watches from outside.
 */
export const poolSizes = { pages: 10, need: 10, engine: 6, work: 4, auditor: 1, watch: 1 } as const

/** Beside those two that listen, one that looks who the primary is, one that waits for the standby and one that asks whether it does. */
const alone = 5

/** What each process takes of the database's connections at most; the start says it, and docs/operations.md. */
export const connectionsEach = Object.values(poolSizes).reduce((sum, size) => sum + size, alone)

/** How it stands with one of them: `waiting` are those who have no line yet. */
export type PoolCount = { name: string; busy: number; idle: number; waiting: number; most: number }

export const poolCount = (name: string, pool: pg.Pool): PoolCount => ({
  name,
  busy: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
  most: pool.options.max,
})
