import { ConfigError } from '~/platform/config.server'
import { isDatabaseFault } from '~/platform/database/errors.server'
import { isFull } from '../watch/free-space'
import { places } from './places'

/** A command that says in one sentence why it could not do its work, where we know. */
export const saysWhyNot =
  <Given extends unknown[], Done>(deed: (...given: Given) => Promise<Done>) =>
  (...given: Given): Promise<Done> =>
    deed(...given).catch((error) => {
      throw whyNot(error, places.data)
    })

/** What a command says when it could not do its work: one sentence where we know the reason, else the fault as it is. */
export function whyNot(error: unknown, folder: string): unknown {
  // A database that met a full disk ends, and whoever asked it hears of a line that broke.
  if (isFullDisk(error) || (isDatabaseFault(error) && isFull(folder))) {
    return new ConfigError(`The disk is full: make room where ${folder} lies, and start again.`)
  }
  if (isUnknownSecret(error)) {
    return new ConfigError(
      'The database was sealed with another secret: set AUTH_SECRET to `new,old`, or put the one in its place that was there before.',
    )
  }
  return error
}

/** `No space left` of the machine, of PostgreSQL's tools, and of the database itself (53100). */
function isFullDisk(error: unknown): boolean {
  const { code, stderr, message } = error as { code?: unknown; stderr?: unknown; message?: unknown }
  return code === 'ENOSPC' || code === '53100' || /No space left/.test(`${stderr ?? ''}${message ?? ''}`)
}

/** As the library of sessions says it when no key of ours opens what one of ours has closed. */
const isUnknownSecret = (error: unknown) =>
  error instanceof Error && /^Secret version \d+ not found in keys/.test(error.message)
