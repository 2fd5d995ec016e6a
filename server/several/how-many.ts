import { availableParallelism } from 'node:os'
import { ConfigError } from '~/platform/config.server'
import { connectionsOf } from '../start/pool-sizes'

/** More than these wait for the database rather than for a core. */
const mostUnasked = 4

/** One core is left for PostgreSQL, the system and whoever presses; where there are two, one process has the other. */
export const byCores = (cores = availableParallelism()) => Math.max(1, Math.min(mostUnasked, cores - 1))

/** What there is to share: a database of somebody's is another machine's too, or that of an upgrade's next process. */
type Connections = { most: number; isOurs: boolean }

/**
 * As many as were asked for, or nothing is started; unasked, as many as there are cores for and as the database has lines
 * for, with as much left again where it is not ours alone.
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
