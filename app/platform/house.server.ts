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
 * Work that somebody waits for: the worker looks at once instead of at its next sweep. `messages` is the outbox
 * on every channel, for a caller that does not know what its people chose; `alarms` is the alarms' own engine.
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

/** Every port, opened once at the start. A use case names the few it needs. */
export type House = {
  config: Config
  log: Log
  clock: Clock
  db: Database
  /** Signs and seals; the secrets behind it cannot be had. */
  keys: Keys
  auth: Auth
  mail: MailSender
  sms: SmsSender
  push: PushSender
  /** Rings phones about alarms. */
  voice: VoiceCaller
  centre: CentreSender
  files: Files
  /** Payment by card; null where the operator has none, and Swish is the only way. */
  cards: Cards | null
  /** Swish that confirms itself; null where the operator has no certificate for it, and a payment is ticked off. */
  swish: SwishCounter | null
  /** Where it is written down that something of ours broke. */
  faults: FaultBook
  /** What slices ask of those above them. */
  above: Above
  /** Tells open pages that something changed. */
  live: Live
  /** What was done for how long, for whoever runs this. */
  tracing: Tracing
  /** Call after the commit; a wake-up that is lost costs a second, never the work. */
  wake(work: WakeWork): void
  /** Room for the first messages of an alarm in this process; null where no engine runs. */
  firstCalls: FirstCalls | null
  /** True once a stop was asked for: no new visitors should be sent here. */
  isClosing(): boolean
}

/** Who is asking, worked out once by the door. */
export type Visitor = {
  /** For the log, and for the person to quote when something broke. */
  requestId: string
  nonce: string
  /** What a log may hold of the address that was asked for: no secret, no name. */
  path: string
  /** The address the request came from, as far as the configured proxies can be believed. */
  address: string
  /** The origin it was made to: the configured one, or a loopback name of the demo. */
  origin: string
  /** The request's headers with that address in them, as the auth library reads it. */
  headers: Headers
  signedIn: SignedIn | null
}
