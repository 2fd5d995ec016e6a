import type pg from 'pg'
import type { Config } from '~/platform/config.server'
import { shareOf } from '~/platform/share.server'

/**
 * Lines to the database of a process that is alone, by who has them: pages, requests about alarms, the engine, chores and messages, the
 * auditor, and whoever watches from outside.
 */
const whole = { pages: 10, need: 10, engine: 6, work: 4, auditor: 1, watch: 1 } as const
/** However many they are: with fewer each waits for what another has begun. */
const least = { pages: 4, need: 4, engine: 3, work: 2, auditor: 1, watch: 1 }

export type PoolName = keyof typeof whole

/** Several processes on one port have the lines between them. */
export const poolSizesOf = (config: Pick<Config, 'webProcesses'>) =>
  Object.fromEntries(
    Object.entries(whole).map(([name, most]) => [name, shareOf(config, most, least[name as PoolName])]),
  ) as Record<PoolName, number>

/** Beside those two that listen, one that looks who the primary is, one that waits for the standby and one that asks whether it does. */
const alone = 5

/** What each process takes of the database's connections at most; the start says it, and docs/operations.md. */
export const connectionsOf = (config: Pick<Config, 'webProcesses'>) =>
  Object.values(poolSizesOf(config)).reduce((sum, size) => sum + size, alone)

/** How it stands with one of them: `waiting` are those who have no line yet. */
export type PoolCount = { name: string; busy: number; idle: number; waiting: number; most: number }

export const poolCount = (name: string, pool: pg.Pool): PoolCount => ({
  name,
  busy: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
  most: pool.options.max,
})
