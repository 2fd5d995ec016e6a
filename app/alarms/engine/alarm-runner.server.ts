import type { Log } from '~/platform/log.server'
import { type SoleRunner, soleRunner } from '~/platform/work/sole-runner.server'

/** Each question to the database and each provider has a limit of its own; what is not over by then never will be. */
const longestRunMs = 45_000

/** Work on alarms, alone in this process. What hangs may be left to itself: it is only ever done on rows that are held. */
export const alarmRunner = (ports: () => { log: Log }, work: () => Promise<boolean>): SoleRunner =>
  soleRunner(ports, { name: 'alarms', work, limitMs: longestRunMs })
