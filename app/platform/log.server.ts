import cluster from 'node:cluster'
import pino from 'pino'
import type { Config } from './config.server'
import { describeFault } from './faults/faults.server'
import { type SecurityEvent, securityLog } from './security-log.server'
import { shareOf } from './share.server'
import { traceparentHere } from './tracing/here.server'

/**
 * One line of JSON per event: what happened, and ids; never personal data or what people wrote. The redaction list is a
 * safety net for mistakes only.
 */
export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'> & {
  /** Writes to the security log (logins, refusals). The only way such events are logged. */
  security(event: SecurityEvent): void
}

const personal = ['email', 'phone', 'name', 'full_name', 'password', 'token', 'address', 'message_text']

export function openLog(config: Pick<Config, 'logLevel' | 'webProcesses'>, file: string | null): Log {
  const share = (most: number) => shareOf(config, most)
  const options = {
    level: config.logLevel,
    // The number of this process in the cluster.
    base: cluster.isWorker ? { process: cluster.worker?.id } : null,
    mixin: whereItBelongs,
    // Not pino's serializer: a database error's message contains the row that was refused.
    serializers: { err: describeFault },
    redact: { paths: personal.flatMap((key) => [key, `*.${key}`]), censor: '[left out]' },
  }
  if (file === null) return withSecurity(pino(options), share)
  const destination = pino.destination({ dest: file, mkdir: true, sync: true, mode: 0o600 })
  // A line that does not fit on the disk is dropped; the work itself must go on.
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
