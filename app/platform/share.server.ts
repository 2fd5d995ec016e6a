import type { Config } from './config.server'

/**
 * This process's share of a limit for the whole machine: divided by the number of web processes, but at least `least`.
 */
export const shareOf = ({ webProcesses }: Pick<Config, 'webProcesses'>, most: number, least = 1) =>
  Math.min(most, Math.max(least, Math.ceil(most / (webProcesses ?? 1))))
