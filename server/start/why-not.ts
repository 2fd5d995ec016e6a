import { ConfigError } from '~/platform/config.server'
import { isDatabaseFault } from '~/platform/database/errors.server'
import { isFull } from '../watch/free-space'
import { places } from './places'

/** Wraps a command so that known failures are reported in one sentence. */
export const saysWhyNot =
  <Given extends unknown[], Done>(deed: (...given: Given) => Promise<Done>) =>
  (...given: Given): Promise<Done> =>
    deed(...given).catch((error) => {
      throw whyNot(error, places.data)
    })

/** Turns a known error into a one-sentence ConfigError; other errors are returned unchanged. */
export function whyNot(error: unknown, folder: string): unknown {
  // PostgreSQL shuts down on a full disk, and the client sees only a broken connection.
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

/** "No space left" as reported by the system, PostgreSQL's tools, or the database itself (53100). */
function isFullDisk(error: unknown): boolean {
  const { code, stderr, message } = error as { code?: unknown; stderr?: unknown; message?: unknown }
  return code === 'ENOSPC' || code === '53100' || /No space left/.test(`${stderr ?? ''}${message ?? ''}`)
}

/** The session library's error when no configured secret decrypts what an earlier secret encrypted. */
const isUnknownSecret = (error: unknown) =>
  error instanceof Error && /^Secret version \d+ not found in keys/.test(error.message)
