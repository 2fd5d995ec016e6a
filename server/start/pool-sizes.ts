import type pg from 'pg'
import type { Config } from '~/platform/config.server'
import { shareOf } from '~/platform/share.server'

/**
 * Database connections of a single process by pool: pages, requests about alarms, the engine, chores and messages, the
 * auditor, and health checks.
 */
const whole = { pages: 10, need: 10, engine: 6, work: 4, auditor: 1, watch: 1 } as const
/** Minimum per process, however many there are: with fewer, a pool's users wait for each other's transactions. */
const least = { pages: 4, need: 4, engine: 3, work: 2, auditor: 1, watch: 1 }

export type PoolName = keyof typeof whole

/** Several processes on one port share the connections. */
export const poolSizesOf = (config: Pick<Config, 'webProcesses'>) =>
  Object.fromEntries(
    Object.entries(whole).map(([name, most]) => [name, shareOf(config, most, least[name as PoolName])]),
  ) as Record<PoolName, number>

/**
 * Connections outside the pools: two listeners, one that watches which server is the primary, one whose probe commit
 * waits for the standby, and one that checks whether that commit is still waiting.
 */
const alone = 5

/** Maximum connections of a process; logged at the start, and stated in docs/operations.md. */
export const connectionsOf = (config: Pick<Config, 'webProcesses'>) =>
  Object.values(poolSizesOf(config)).reduce((sum, size) => sum + size, alone)

/** State of a pool. `waiting` is how many callers have no connection yet. */
export type PoolCount = { name: string; busy: number; idle: number; waiting: number; most: number }

export const poolCount = (name: string, pool: pg.Pool): PoolCount => ({
  name,
  busy: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
  most: pool.options.max,
})
