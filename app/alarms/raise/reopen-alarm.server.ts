import { dropFalse } from '../answer/sayings/drop-false.server'
import { type Alarm, armSteps, dropSteps, updateAlarms } from '../history/alarm-store.server'
import { endCompanions } from '../together/companion-store.server'
import { deadlinesOf } from '../watch/policy'
import { readPolicy } from '../watch/policy-store.server'
import { callEveryone, type Given } from './call-everyone.server'
import { tellTaker } from './tell-taker.server'

/**
 * An alarm that was somebody's, or called off, is everybody's again: all who can be called at this moment are, and the
 * clock starts anew. Returns how many partners were called.
 */
export async function reopenAlarm(
  given: Given,
  alarm: Alarm,
  how: Parameters<typeof callEveryone>[2] = {},
): Promise<number> {
  const { db, now } = given
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
  const deadlines = deadlinesOf(policy, { isTest: false, hasPartners: people > 0, isWidened: alarm.widenedAt !== null })
  await armSteps(
    db,
    deadlines.map((deadline) => ({ alarm, ...deadline })),
    now,
  )
  return people
}

/** Whoever lost it without having said so may be on the way; written after it is everybody's, since that is what it says. */
export async function tellReleased(given: Given, alarm: Alarm) {
  await tellTaker(given, alarm, 'released')
}
