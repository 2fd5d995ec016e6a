import { dropFalse } from '../answer/sayings/drop-false.server'
import { type Alarm, armSteps, dropSteps, updateAlarms } from '../history/alarm-store.server'
import { endCompanions } from '../together/companion-store.server'
import { deadlinesOf } from '../watch/policy'
import { readPolicy } from '../watch/policy-store.server'
import { callEveryone, type Given } from './call-everyone.server'
import { tellTaker } from './tell-taker.server'

/**
 * Gives an alarm that was taken or called off back to everybody: all who can be called now are called, and the
 * deadlines start again. Returns the number of partners called.
 */
export async function reopenAlarm(
  given: Given,
  alarm: Alarm,
  how: Parameters<typeof callEveryone>[2] = {},
): Promise<number> {
  const { db, now } = given
  const { canRing } = given.voice
  await updateAlarms(db, [alarm.id], {
    status: 'new',
    taken_by_company: null,
    taken_by_guard: null,
    taken_by_system: null,
    taken_by_operator: null,
    taker_company_name: null,
    taken_at: null,
    on_site_at: null,
    safe_at: null,
    closed_at: null,
    reopenable: false,
    waiting_since: now,
  })
  await endCompanions(db, alarm.id, now)
  await dropSteps(db, alarm.id, now, ['release', 'ask taker', 'answer press'])
  await dropFalse(db, alarm, { kind: 'system' }, now)
  const people = (await callEveryone(given, [alarm], how)).get(alarm.id) ?? 0
  if (alarm.isTest) return people
  const policy = await readPolicy(db, alarm.postcode)
  const isWidened = alarm.widenedAt !== null
  const deadlines = deadlinesOf(policy, { isTest: false, hasPartners: people > 0, isWidened, canRing })
  await armSteps(
    db,
    deadlines.map((deadline) => ({ alarm, ...deadline })),
    now,
  )
  return people
}

/**
 * Tells a taker who lost the alarm without saying so themselves: they may be on the way. Queued after the alarm is
 * reopened, because the message is only valid in the new epoch.
 */
export async function tellReleased(given: Given, alarm: Alarm) {
  await tellTaker(given, alarm, 'released')
}
