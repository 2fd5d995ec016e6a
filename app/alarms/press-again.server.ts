import type { Database } from '~/platform/database/database.server'
import type { Keys } from '~/platform/keys.server'
import {
  type Alarm,
  addEntries,
  announceChange,
  armSteps,
  beginRound,
  insertPosition,
  insertUpdate,
  lockOpenAlarmOf,
  updateAlarms,
} from './alarm-store.server'
import { insertCalls, insertFollowUps } from './call-store.server'
import { readOperatorCallees } from './callees.server'
import { callAfterPress } from './policy'
import type { Press } from './press'
import { type Callee, callsTo } from './ways'

/**
 * A member who presses again while an alarm is open is in more need, not in error: the words are added, the alarm
 * is more urgent, and people are told again. Returns the alarm, or null when none is open.
 */
export async function pressAgain(
  db: Database,
  keys: Keys,
  personId: string,
  press: Press & { key: string },
  callees: Callee[],
  now: Date,
): Promise<string | null> {
  const alarm = await lockOpenAlarmOf(db, personId, press.isTest)
  if (!alarm) return null
  const { key, message, position } = press
  const isNew = await insertUpdate(
    db,
    { alarmId: alarm.id, key, kind: 'press', by: 'member', authorId: personId, message },
    now,
  )
  // The same send twice at once: the other one has done it.
  if (!isNew) return alarm.id
  if (position) await insertPosition(db, alarm.id, position, now)
  const urgency = alarm.urgency + 1
  await updateAlarms(db, [alarm.id], { urgency, ...(alarm.safeAt ? { safe_at: null } : {}) })
  await addEntries(db, now, {
    alarmId: alarm.id,
    kind: 'pressed',
    actor: { kind: 'member', personId },
    facts: { urgency },
  })
  // A test is not more urgent for being pressed twice.
  if (alarm.isTest) return alarm.id
  if (alarm.state === 'new') await callOnceMore(db, keys, alarm, callees, now)
  else await tellTaker(db, keys, alarm, now)
  await announceChange(db, [alarm.id])
  return alarm.id
}

/** Nobody has it yet: everyone again, at once or as soon as the last call is a little while ago. */
async function callOnceMore(db: Database, keys: Keys, alarm: Alarm, callees: Callee[], now: Date) {
  const at = callAfterPress(alarm.calledAt, now)
  if (at > now) {
    const afterS = Math.ceil((at.getTime() - now.getTime()) / 1000)
    return armSteps(db, [{ alarm, kind: 'press', afterS }], now)
  }
  const round = alarm.rounds + 1
  await beginRound(db, [alarm.id])
  await updateAlarms(db, [alarm.id], { called_at: now })
  await insertCalls(db, keys, callsTo(callees, alarm, 'call', round), now)
  await insertFollowUps(db, [alarm.id], 'call', { roles: ['neighbour', 'operator'] }, now)
  await addEntries(db, now, {
    alarmId: alarm.id,
    kind: 'called_again',
    actor: { kind: 'system' },
    facts: { people: callees.length, why: 'press' },
  })
}

/** Somebody is on the way: they should know, and so should the operators. */
async function tellTaker(db: Database, keys: Keys, alarm: Alarm, now: Date) {
  const round = alarm.rounds + 1
  await beginRound(db, [alarm.id])
  if (alarm.takenByCompany) {
    const whom = { onlyCompany: alarm.takenByCompany, roles: ['partner' as const, 'neighbour' as const] }
    await insertFollowUps(db, [alarm.id], 'update', whom, now)
  }
  await insertCalls(db, keys, callsTo(await readOperatorCallees(db), alarm, 'update', round), now)
}
