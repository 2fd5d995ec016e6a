import type { Config } from './config.server'

/** What a process takes of a limit that is the machine's: several on one port have it between them, and none less than `least`. */
export const shareOf = ({ webProcesses }: Pick<Config, 'webProcesses'>, most: number, least = 1) =>
  Math.min(most, Math.max(least, Math.ceil(most / (webProcesses ?? 1))))
