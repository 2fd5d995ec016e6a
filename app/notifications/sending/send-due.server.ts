import { readIsBlocked } from '~/accounts/public.server'
import { carriesSecret, pauseAfter, putBack } from '~/outbox/public'
import { type Claimed, claimDue, markEnded, markRetry, markSent, putOff, type Receipt } from '~/outbox/public.server'
import type { Above } from '~/platform/above.server'
import type { Clock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import { isDataFault } from '~/platform/database/errors.server'
import type { Unanswered, Undelivered } from '~/platform/delivery'
import type { Keys } from '~/platform/keys.server'
import type { Log } from '~/platform/log.server'
import type { Live } from '~/platform/realtime/live.server'
import type { Channel } from '~/shared/channel'
import { hasConsent } from '../choices/consent-store.server'
import { quietUntil } from './quiet-until.server'
import { whyNotWanted } from './why-not-wanted.server'

export type Ports = { db: Database; clock: Clock; config: Config; keys: Keys; log: Log; live: Live; above: Above }
export type Way = {
  channel: Channel
  /** False for an adapter that only stores messages. */
  leavesTheHouse: boolean
  /** If set, only kinds with this first word are sent now. */
  only?: string | null
  send(message: Claimed): Promise<({ kind: 'delivered' } & Receipt) | Undelivered | Unanswered>
}

/** Blocked people get no SMS or push; mail tells them why they are blocked. */
const reachesBlocked = { mail: true, sms: false, push: false } as const satisfies Record<Channel, boolean>

/**
 * Sent to blocked people too. Unanswered, it raises an alarm that they cannot log in to call off; its link ends their
 * walk home and opens nothing else.
 */
const answeredWithoutLogin = 'walk question'

/** How long messages to somebody who is hiding are put off: the sound of an unrelated SMS must not give them away. */
const untilHiddenAgainMs = 60_000

const batch = 20
const unanswered = 'inget svar: det kan ha gått iväg'

/** Sends a batch of due messages of one channel. Returns the number attempted. Runs as a system job. */
export async function sendDue(ports: Ports, way: Way): Promise<number> {
  const claimed = await claimDue(ports.db, way.channel, ports.clock.now(), batch, way.only)
  await Promise.all(claimed.map((message) => sendOne(ports, way, message)))
  // Live update of the recipients' bells, once per person and batch.
  const people = new Set(claimed.flatMap(({ personId }) => personId ?? []))
  if (people.size > 0) ports.live.tell({ to: [...people].map((id) => `person:${id}` as const), about: 'notices' })
  // Live update for the administrators who watch a broadcast.
  if (claimed.some(({ purpose }) => purpose !== null)) ports.live.tell({ to: ['admin'], about: 'messages' })
  return claimed.length
}

async function sendOne({ db, clock, config, keys, log, above }: Ports, way: Way, message: Claimed) {
  const { id, attempts, lastError } = message
  if (message.purpose && !(await hasConsent(db, message.personId, message.purpose))) {
    return markEnded(db, id, 'stopped', 'samtycket är återkallat')
  }
  const mayStop = !reachesBlocked[way.channel] && message.kind !== answeredWithoutLogin
  if (mayStop && message.personId && (await readIsBlocked(db, message.personId))) {
    return markEnded(db, id, 'stopped', 'kontot är spärrat')
  }
  if (message.personId && (await above.isHiding(db, message.personId))) {
    return putOff(db, id, new Date(clock.now().getTime() + untilHiddenAgainMs))
  }
  const because = await whyNotWanted(db, way.channel, message)
  if (because) return markEnded(db, id, 'stopped', because)
  const morning = message.quiet ? await quietUntil(db, message.personId, clock.now()) : null
  if (morning) return putOff(db, id, morning)
  const whole = withSecret(keys, message)
  // The secret is lost, for example sealed with a retired key: give up, since the recipient can request a new one.
  if (!whole) return markEnded(db, id, 'failed', 'hemligheten går inte att läsa')
  const delivery = await way.send(whole)
  if (delivery.kind === 'delivered') {
    // Keep the secret only in the demo, where the outbox page is the letterbox; otherwise it is erased once sent.
    const keepsSecret = !way.leavesTheHouse && config.mode === 'demo'
    return markSent(db, id, clock.now(), delivery, keepsSecret).catch((error) => {
      if (!isDataFault(error)) throw error
      // The provider's answer cannot be stored. Store at least that the message was sent, or it would be sent again
      // every minute.
      return markSent(db, id, clock.now(), {}, keepsSecret)
    })
  }

  const reason = delivery.kind === 'unanswered' ? unanswered : delivery.reason
  // After a time-out the message may have been sent. Retry once; after a second time-out only a delivery report can
  // tell.
  const isWorthIt = delivery.kind === 'temporary' || (delivery.kind === 'unanswered' && lastError !== unanswered)
  const pause = isWorthIt ? pauseAfter(attempts) : null
  log.warn({ outboxId: id, channel: way.channel, reason: delivery.reason, givenUp: pause === null }, 'not delivered')
  if (pause === null) return markEnded(db, id, 'failed', reason)
  return markRetry(db, id, reason, new Date(clock.now().getTime() + pause * 1000))
}

/** The message with its secret put back. Null if the secret cannot be read. */
function withSecret(keys: Keys, message: Claimed): Claimed | null {
  if (message.secret === null) return carriesSecret(message.kind) ? null : message
  const secret = keys.open('outbox secret', message.secret)
  return secret === null ? null : { ...message, ...putBack(message, secret) }
}
