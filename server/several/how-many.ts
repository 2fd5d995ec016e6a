import { availableParallelism } from 'node:os'
import { ConfigError } from '~/platform/config.server'
import { connectionsOf } from '../start/pool-sizes'

/** Default maximum: more processes than this wait for the database rather than for a core. */
const mostUnasked = 4

/** One core is left for PostgreSQL, the system and alarm requests; on two cores there is one process. */
export const byCores = (cores = availableParallelism()) => Math.max(1, Math.min(mostUnasked, cores - 1))

/** The database's connections. `isOurs` is false if other machines, or the next process of an upgrade, share them. */
type Connections = { most: number; isOurs: boolean }

/**
 * The number of web processes. A number that was configured is used as it is, or the start fails if the database has
 * too few connections. By default as many as there are cores and connections for, with half of the connections left
 * free where the database is not ours alone.
 */
export function howMany(asked: number | null, { most, isOurs }: Connections, cores = availableParallelism()): number {
  const takes = (processes: number) => processes * connectionsOf({ webProcesses: processes })
  if (asked !== null) {
    if (takes(asked) <= most) return asked
    throw new ConfigError(
      `WEB_PROCESSES=${asked} takes up to ${takes(asked)} connections to the database, which has ${most}: ask for fewer, or raise its max_connections.`,
    )
  }
  let processes = byCores(cores)
  while (processes > 1 && takes(processes) > (isOurs ? most : most / 2)) processes--
  return processes
}
