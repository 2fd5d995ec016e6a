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
 * Groups messages into what is sent together: many simultaneous calls to one phone become one SMS. All others are sent
 * alone, and so are those that will be withdrawn.
 */
export function asSaid<One extends Message>(messages: readonly One[]): One[][] {
  const phoneOf = (one: One) =>
    one.channel === 'sms' && one.kind === 'call' && asksToCome(one) && one.mayReceive && one.isStillNeeded
      ? one.phone
      : null
  const byPhone = Map.groupBy(messages, (one) => phoneOf(one) ?? one.id)
  return [...byPhone.values()].flatMap((calls) => (calls.length >= togetherFrom ? [calls] : calls.map((one) => [one])))
}
