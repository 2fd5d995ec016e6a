import type { DeliveryKind } from '../alarm'
import { callsTo, waysTo } from '../engine/ways'
import type { Alarm } from '../history/alarm-store.server'
import type { Given } from './call-everyone.server'
import { insertCalls } from './call-store.server'
import { readTakerCallees } from './callee-store.server'

type Person = Pick<Alarm, 'takenByCompany' | 'takenByGuard' | 'takenByOperator'>

/**
 * Says something to the very person who has an alarm, or had it when it was read, by every fast way there is to them: also to
 * whoever took it on a page and was never called to it. For a round that has just begun.
 */
export async function tellTaker({ db, keys, now }: Given, alarm: Alarm, kind: DeliveryKind, person: Person = alarm) {
  const calls = callsTo(await readTakerCallees(db, person), alarm, kind, alarm.rounds + 1)
  // As the first time, in whatever round: a letter goes where there is nothing faster.
  const fast = calls.map((call) => ({ ...call, channels: waysTo(call.callee, 1, alarm.isTest) }))
  await insertCalls(db, keys, fast, now)
}

/** The same to somebody of the company that has it, who comes too. */
export function tellCompanion(
  given: Given,
  alarm: Alarm,
  kind: DeliveryKind,
  { companyId, guardId }: { companyId: string; guardId: string | null },
) {
  return tellTaker(given, alarm, kind, { takenByCompany: companyId, takenByGuard: guardId, takenByOperator: null })
}
