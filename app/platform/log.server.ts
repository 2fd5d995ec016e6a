import cluster from 'node:cluster'
import pino from 'pino'
import type { Config } from './config.server'
import { describeFault } from './faults/faults.server'
import { type SecurityEvent, securityLog } from './security-log.server'
import { shareOf } from './share.server'
import { traceparentHere } from './tracing/here.server'

/**
 * One line of JSON an event: what happened and ids, never who, where or what they wrote. The redaction
 * list is a net for mistakes; the habit is not to pass personal data in.
 */
export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'> & {
  /** A login, a refusal at a lock: the one way by which those are told. */
  security(event: SecurityEvent): void
}

const personal = ['email', 'phone', 'name', 'full_name', 'password', 'token', 'address', 'message_text']

export function openLog(config: Pick<Config, 'logLevel' | 'webProcesses'>, file: string | null): Log {
  const share = (most: number) => shareOf(config, most)
  const options = {
    level: config.logLevel,
    // Which of several it is that speaks.
    base: cluster.isWorker ? { process: cluster.worker?.id } : null,
    mixin: whereItBelongs,
    // An error of the database has the row in its words that it would not take.
    serializers: { err: describeFault },
    redact: { paths: personal.flatMap((key) => [key, `*.${key}`]), censor: '[left out]' },
  }
  if (file === null) return withSecurity(pino(options), share)
  const destination = pino.destination({ dest: file, mkdir: true, sync: true, mode: 0o600 })
  // A line that finds no room on the disk is lost; what it was about must go on.
  destination.on('error', () => {})
  return withSecurity(pino(options, destination), share)
}

const whereItBelongs = () => {
  const traceparent = traceparentHere()
  return traceparent === null ? {} : { traceparent }
}

export const silentLog: Log = withSecurity(pino({ level: 'silent' }))

function withSecurity(log: pino.Logger, share = (most: number) => most): Log {
  const security = securityLog(
    (line) => log[line.security === 'login' ? 'info' : 'warn'](line, 'security'),
    () => performance.now(),
    share,
  )
  return Object.assign(log, { security })
}
