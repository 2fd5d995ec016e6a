import type { DeliveryKind } from '../alarm'
import { callsTo, waysTo } from '../engine/ways'
import type { Alarm } from '../history/alarm-store.server'
import type { Calling } from './call-everyone.server'
import { insertCalls } from './call-store.server'
import { readTakerCallees } from './callee-store.server'

type Person = Pick<Alarm, 'takenByCompany' | 'takenByGuard' | 'takenByOperator'>

/**
 * Sends a message to the person who has the alarm (or had it when `alarm` was read) by every fast channel, also if they
 * took it on a page and were never called. The caller has begun a new round.
 */
export async function tellTaker({ db, keys, now }: Calling, alarm: Alarm, kind: DeliveryKind, person: Person = alarm) {
  const calls = callsTo(await readTakerCallees(db, person), alarm, kind, alarm.rounds + 1)
  // Channels as in round 1, whatever the round: mail only where there is nothing faster.
  const fast = calls.map((call) => ({ ...call, channels: waysTo(call.callee, 1, alarm.isTest) }))
  await insertCalls(db, keys, fast, now)
}

/** The same to a colleague at the taker's company who comes too. */
export function tellCompanion(
  given: Calling,
  alarm: Alarm,
  kind: DeliveryKind,
  { companyId, guardId }: { companyId: string; guardId: string | null },
) {
  return tellTaker(given, alarm, kind, { takenByCompany: companyId, takenByGuard: guardId, takenByOperator: null })
}
