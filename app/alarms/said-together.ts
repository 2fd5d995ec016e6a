import type { Claimed } from './delivery-store.server'
import { togetherFrom } from './ways'

/**
 * What has just been claimed, as it is said: many calls to one phone at once are one message. Everything else is said by
 * itself, and so is what is not sent at all.
 */
export function asSaid(claimed: readonly Claimed[]): Claimed[][] {
  const phoneOf = (one: Claimed) =>
    one.channel === 'sms' && one.kind === 'call' && one.role !== 'operator' && one.mayReceive && one.isStillNeeded
      ? one.phone
      : null
  const byPhone = Map.groupBy(claimed, (one) => phoneOf(one) ?? one.id)
  return [...byPhone.values()].flatMap((calls) => (calls.length >= togetherFrom ? [calls] : calls.map((one) => [one])))
}
