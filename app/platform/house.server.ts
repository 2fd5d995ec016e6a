import type { Channel } from '~/shared/channel'
import type { Above } from './above.server'
import type { Auth } from './auth/open-auth.server'
import type { SignedIn } from './auth/sessions.server'
import type { Clock } from './clock.server'
import type { Config } from './config.server'
import type { Database } from './database/database.server'
import type { CentreSender } from './dc09/centre.server'
import type { FaultBook } from './faults/faults.server'
import type { Files } from './files/files.server'
import type { Keys } from './keys.server'
import type { Log } from './log.server'
import type { MailSender } from './mail/mail.server'
import type { Cards } from './payments/cards.server'
import type { SwishCounter } from './payments/swish-counter.server'
import type { PushSender } from './push/push.server'
import type { Live } from './realtime/live.server'
import type { SmsSender } from './sms/sms.server'
import type { Tracing } from './tracing/tracing.server'
import type { VoiceCaller } from './voice/voice.server'
import type { FirstCalls } from './work/first-calls.server'

/**
 * Queues whose worker can be woken at once instead of at its next sweep. `messages` is the outbox on every channel, for
 * a caller that does not know which channels its recipients chose; `alarms` is the alarms' own engine.
 */
export type WakeWork =
  | Channel
  | 'account mail'
  | 'broadcasts'
  | 'cards'
  | 'swish'
  | 'messages'
  | 'bulk work'
  | 'waiting list'
  | 'webhooks'
  | 'alarms'

/** All ports of the process, opened once at the start. A use case names the few it needs. */
export type House = {
  config: Config
  log: Log
  clock: Clock
  db: Database
  /** Signs and encrypts. The secrets behind it cannot be read. */
  keys: Keys
  auth: Auth
  mail: MailSender
  sms: SmsSender
  push: PushSender
  /** Calls phones about alarms. */
  voice: VoiceCaller
  centre: CentreSender
  files: Files
  /** Card payments; null if the operator has no card account, so that Swish is the only way. */
  cards: Cards | null
  /**
   * Swish with automatic confirmation; null if the operator has no certificate for it, so that an administrator marks
   * payments as paid.
   */
  swish: SwishCounter | null
  /** Records faults of the product. */
  faults: FaultBook
  /** Functions that slices call but higher slices implement. */
  above: Above
  /** Sends hints to open pages that something changed. */
  live: Live
  /** Traces for the operator: what was done, and how long it took. */
  tracing: Tracing
  /**
   * Wakes a queue's worker. Call after the commit. A lost wake-up only delays the work until the next sweep, by a
   * second.
   */
  wake(work: WakeWork): void
  /** Send slots for the first messages of an alarm in this process; null if no engine runs here. */
  firstCalls: FirstCalls | null
  /** True once a stop was requested: the load balancer should send no new visitors here. */
  isClosing(): boolean
}

/** Who is asking. Determined once per request at the door. */
export type Visitor = {
  /** The number for the log that a visitor can quote when something broke. */
  requestId: string
  nonce: string
  /** The requested path as a log may contain it: without secrets and names. */
  path: string
  /** The client's address, as far as the configured proxies can be trusted. */
  address: string
  /** The origin the request was made to: the configured one, or a loopback name of the demo. */
  origin: string
  /** The request's headers with the client's address added, as the auth library reads it. */
  headers: Headers
  signedIn: SignedIn | null
}
