import type { Facts } from '~/platform/tracing/tracing.server'
import type { AlarmChannel } from '../../alarm'
import type { Claimed, Settled } from '../delivery-store.server'

/** Of a delivery in its trace: which, by what and for the how manyth time. Nobody's number, and no word that it says. */
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

/** What is believed now. Why is not said here: a provider may say whom it was for. */
export function answerIn(settled: readonly Pick<Settled, 'state' | 'wasUnanswered'>[]): Facts {
  const [one] = settled
  return one ? { 'kvartera.state': one.state, 'kvartera.answered': !one.wasUnanswered } : {}
}
