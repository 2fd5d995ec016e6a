import type { Log } from '~/platform/log.server'
import { type SoleRunner, soleRunner } from '~/platform/work/sole-runner.server'

/** Every database query and every provider call has its own, shorter timeout: work that runs longer than this hangs. */
const longestRunMs = 45_000

/**
 * Runs work on alarms, one run at a time in this process. Abandoning a run that hangs is safe: it only works on rows
 * that are locked or claimed under a lease.
 */
export const alarmRunner = (ports: () => { log: Log }, work: () => Promise<boolean>): SoleRunner =>
  soleRunner(ports, { name: 'alarms', work, limitMs: longestRunMs })
