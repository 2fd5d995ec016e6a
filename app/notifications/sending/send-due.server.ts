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
  /** False for an adapter that only keeps what it would have sent. */
  leavesTheHouse: boolean
  /** The first word of the only kinds that may go just now. */
  only?: string | null
  send(message: Claimed): Promise<({ kind: 'delivered' } & Receipt) | Undelivered | Unanswered>
}

/** Whoever is blocked is told so, and why, in a letter; nothing else rings at theirs. */
const reachesBlocked = { mail: true, sms: false, push: false } as const satisfies Record<Channel, boolean>

/** Whoever hides is asked about again: an SMS about a cleaner must not give them away. */
const untilHiddenAgainMs = 60_000

const batch = 20
const unanswered = 'inget svar: det kan ha gått iväg'

/** Sends what is due on one channel, a batch at a time, and returns how many were tried. Runs as the product itself. */
export async function sendDue(ports: Ports, way: Way): Promise<number> {
  const claimed = await claimDue(ports.db, way.channel, ports.clock.now(), batch, way.only)
  await Promise.all(claimed.map((message) => sendOne(ports, way, message)))
  // Their bell counts it; several of one batch are told once.
  const people = new Set(claimed.flatMap(({ personId }) => personId ?? []))
  if (people.size > 0) ports.live.tell({ to: [...people].map((id) => `person:${id}` as const), about: 'notices' })
  // Whoever sends to many looks on.
  if (claimed.some(({ purpose }) => purpose !== null)) ports.live.tell({ to: ['admin'], about: 'messages' })
  return claimed.length
}

async function sendOne({ db, clock, config, keys, log, above }: Ports, way: Way, message: Claimed) {
  const { id, attempts, lastError } = message
  if (message.purpose && !(await hasConsent(db, message.personId, message.purpose))) {
    return markEnded(db, id, 'stopped', 'samtycket är återkallat')
  }
  if (!reachesBlocked[way.channel] && message.personId && (await readIsBlocked(db, message.personId))) {
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
  // Sealed with a secret of the product's that is not read any more, or lost otherwise: whoever waits asks for a new one.
  if (!whole) return markEnded(db, id, 'failed', 'hemligheten går inte att läsa')
  const delivery = await way.send(whole)
  if (delivery.kind === 'delivered') {
    // In the demo the local outbox is the only letterbox there is; elsewhere what is sent needs no copy of its key.
    const keepsSecret = !way.leavesTheHouse && config.mode === 'demo'
    return markSent(db, id, clock.now(), delivery, keepsSecret).catch((error) => {
      if (!isDataFault(error)) throw error
      // Whatever was answered cannot be kept; that it went out is, or it would go out every minute.
      return markSent(db, id, clock.now(), {}, keepsSecret)
    })
  }

  const reason = delivery.kind === 'unanswered' ? unanswered : delivery.reason
  // It may have gone out: once more, and then only its report can tell.
  const isWorthIt = delivery.kind === 'temporary' || (delivery.kind === 'unanswered' && lastError !== unanswered)
  const pause = isWorthIt ? pauseAfter(attempts) : null
  log.warn({ outboxId: id, channel: way.channel, reason: delivery.reason, givenUp: pause === null }, 'not delivered')
  if (pause === null) return markEnded(db, id, 'failed', reason)
  return markRetry(db, id, reason, new Date(clock.now().getTime() + pause * 1000))
}

/** As it is to arrive; null when it has a secret that cannot be had. */
function withSecret(keys: Keys, message: Claimed): Claimed | null {
  if (message.secret === null) return carriesSecret(message.kind) ? null : message
  const secret = keys.open('outbox secret', message.secret)
  return secret === null ? null : { ...message, ...putBack(message, secret) }
}
