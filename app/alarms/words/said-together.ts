import type { AlarmChannel, DeliveryKind, RecipientRole } from '../alarm'
import { togetherFrom } from '../engine/ways'

type Message = {
  id: string
  channel: AlarmChannel
  kind: DeliveryKind
  role: RecipientRole
  phone: string | null
  mayReceive: boolean
  isStillNeeded: boolean
}

const asksToCome = ({ role }: Message) => role === 'partner' || role === 'neighbour'

/**
 * What is to be sent just now, as it is said: many calls to one phone at once are one message. Everything else is said by
 * itself, and so is what is not sent at all.
 */
export function asSaid<One extends Message>(messages: readonly One[]): One[][] {
  const phoneOf = (one: One) =>
    one.channel === 'sms' && one.kind === 'call' && asksToCome(one) && one.mayReceive && one.isStillNeeded
      ? one.phone
      : null
  const byPhone = Map.groupBy(messages, (one) => phoneOf(one) ?? one.id)
  return [...byPhone.values()].flatMap((calls) => (calls.length >= togetherFrom ? [calls] : calls.map((one) => [one])))
}
