import pino from 'pino'
import type { Config } from './config.server'

/**
 * One line of JSON an event: what happened and ids, never who, where or what they wrote. The redaction
 * list is a net for mistakes; the habit is not to pass personal data in.
 */
export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'>

const personal = ['email', 'phone', 'name', 'full_name', 'password', 'token', 'address', 'message_text']

export function openLog(config: Pick<Config, 'logLevel'>, file: string | null): Log {
  const options = {
    level: config.logLevel,
    base: null,
    redact: { paths: personal.flatMap((key) => [key, `*.${key}`]), censor: '[left out]' },
  }
  if (file === null) return pino(options)
  const destination = pino.destination({ dest: file, mkdir: true, sync: true, mode: 0o600 })
  // A line that finds no room on the disk is lost; what it was about must go on.
  destination.on('error', () => {})
  return pino(options, destination)
}

export const silentLog: Log = pino({ level: 'silent' })
