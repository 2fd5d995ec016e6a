import type { Facts } from '~/platform/tracing/tracing.server'
import type { AlarmChannel } from '../../alarm'
import type { Claimed, Settled } from '../delivery-store.server'

/** Trace attributes of a delivery: which, by which channel and which attempt. No phone number and no text. */
export function factsOf(
  claimed: readonly Pick<Claimed, 'id' | 'channel' | 'kind' | 'round' | 'attempts' | 'isTest'>[],
  ports: Record<AlarmChannel, { name: string }>,
): Facts {
  const [one] = claimed
  if (!one) return {}
  return {
    'kvartera.delivery': one.id,
    'kvartera.channel': one.channel,
    'kvartera.provider': ports[one.channel].name,
    'kvartera.kind': one.kind,
    'kvartera.round': one.round,
    'kvartera.attempt': one.attempts,
    'kvartera.test': one.isTest,
    'kvartera.said_together': claimed.length,
  }
}

/** The resulting state. The reason is left out: a provider's error may name the recipient. */
export function answerIn(settled: readonly Pick<Settled, 'state' | 'wasUnanswered'>[]): Facts {
  const [one] = settled
  return one ? { 'kvartera.state': one.state, 'kvartera.answered': !one.wasUnanswered } : {}
}
