import type { Database } from '~/platform/database/database.server'
import type { Keys } from '~/platform/keys.server'
import { type Alarm, armSteps, beginRound, dropSteps, updateAlarms } from './alarm-store.server'
import { insertCalls, insertFollowUps } from './call-store.server'
import { calleesOf, readPartnerCallees } from './callees.server'
import { deadlinesOf } from './policy'
import { readPolicy } from './policy-store.server'
import { callsTo } from './ways'

/**
 * An alarm that was somebody's is everybody's again: all are called at once and the clock starts anew. Neighbours
 * and operators who knew of it are told as well. Returns how many partners were called.
 */
export async function reopenAlarm(db: Database, keys: Keys, alarm: Alarm, now: Date): Promise<number> {
  const list = await readPartnerCallees(db, [alarm.postcode], now)
  const callees = calleesOf(list, [alarm.postcode], 'partner', null)
  await beginRound(db, [alarm.id])
  await updateAlarms(db, [alarm.id], {
    status: 'new',
    taken_by_company: null,
    taken_by_guard: null,
    taken_by_operator: null,
    taker_company_name: null,
    taken_at: null,
    on_site_at: null,
    called_at: now,
  })
  await dropSteps(db, alarm.id, now, ['release', 'ask taker'])
  if (!alarm.isTest) {
    const policy = await readPolicy(db, alarm.postcode)
    const deadlines = deadlinesOf(policy, { isTest: false, hasPartners: callees.length > 0 })
    await armSteps(
      db,
      deadlines.map((deadline) => ({ alarm, ...deadline })),
      now,
    )
  }
  await insertCalls(db, keys, callsTo(callees, alarm, 'call', alarm.rounds + 1), now)
  // With nobody here to wait for, the widening that is due at once calls those.
  const isWidenedAtOnce = callees.length === 0 && !alarm.isTest
  if (!isWidenedAtOnce) await insertFollowUps(db, [alarm.id], 'call', { roles: ['neighbour', 'operator'] }, now)
  return callees.length
}
