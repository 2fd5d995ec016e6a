import { dropFalse } from '../answer/sayings/drop-false.server'
import { callsTo } from '../engine/ways'
import {
  type Alarm,
  addEntries,
  announceChange,
  armMissingSteps,
  armSteps,
  beginRound,
  insertPosition,
  insertUpdate,
  lockAlarmToJoin,
  updateAlarms,
} from '../history/alarm-store.server'
import { callAfterPress, deadlinesOf, mayOpenAgain, pauseAfterReopenings } from '../watch/policy'
import { readPolicy } from '../watch/policy-store.server'
import { callEveryone, type Given } from './call-everyone.server'
import { insertCalls, insertFollowUps } from './call-store.server'
import { readOperatorCallees, readTakerCallees } from './callee-store.server'
import type { Press } from './press'
import { reopenAlarm } from './reopen-alarm.server'

/**
 * A press while the member has an open alarm means more need, not a mistake: the words are added, the urgency goes up
 * and people are called again. An alarm that was called off a short while ago is reopened. Each press has its own
 * deadline, however old the alarm is. Returns the alarm's id, or null when there is none to join.
 */
export async function pressAgain(
  given: Given,
  personId: string,
  press: Press & { key: string },
): Promise<string | null> {
  const { db, now } = given
  const alarm = await lockAlarmToJoin(db, personId, press.isTest)
  if (!alarm) return null
  if (alarm.closedAt && !mayOpenAgain(alarm.closedAt, now)) {
    await updateAlarms(db, [alarm.id], { reopenable: false })
    return null
  }
  const { key, message, position, place, isHiding } = press
  const isNew = await insertUpdate(
    db,
    { alarmId: alarm.id, key, kind: 'press', by: 'member', authorId: personId, message },
    now,
  )
  // Idempotency: this key is already stored, so another request with the same press has done the rest.
  if (!isNew) return alarm.id
  if (position) await insertPosition(db, alarm.id, position, now)
  const urgency = alarm.urgency + 1
  await updateAlarms(db, [alarm.id], {
    urgency,
    ...(alarm.safeAt ? { safe_at: null } : {}),
    ...(place ? { place } : {}),
    // Hiding stays on until the member says that they may be rung (let-ring.server.ts).
    ...(isHiding ? { is_hiding: true } : {}),
  })
  const actor = { kind: 'member' as const, personId }
  if (isHiding && !alarm.isHiding) await addEntries(db, now, { alarmId: alarm.id, kind: 'hides', actor })
  await addEntries(db, now, { alarmId: alarm.id, kind: 'pressed', actor, facts: { urgency } })
  await dropFalse(db, alarm, actor, now)
  // Pressing a test twice changes nothing more.
  if (alarm.isTest) return alarm.id
  if (alarm.closedAt) await openAgain(given, alarm, press)
  else if (alarm.state === 'new') await callOnceMore(given, alarm, press)
  else await askForAnswer(given, alarm)
  await announceChange(db, [alarm.id])
  return alarm.id
}

/**
 * Nobody has the alarm yet: everyone is called again, at once or as soon as the pause since the last call is over.
 * Deadlines that have passed are scheduled again; pending ones are not moved.
 */
async function callOnceMore(given: Given, alarm: Alarm, { position }: Press) {
  const { db, now } = given
  const { canRing } = given.voice
  const at = callAfterPress(alarm.calledAt, now, pauseAfterReopenings(alarm.reopenings))
  await updateAlarms(db, [alarm.id], { waiting_since: now })
  if (at > now) await callAt(given, alarm, at)
  else await noteCall(given, alarm, (await callEveryone(given, [alarm], { from: position })).get(alarm.id) ?? 0)
  const policy = await readPolicy(db, alarm.postcode)
  const isWidened = alarm.widenedAt !== null
  const deadlines = deadlinesOf(policy, { isTest: false, hasPartners: true, isWidened, canRing })
  await armMissingSteps(
    db,
    deadlines.map((deadline) => ({ alarm, ...deadline })),
    now,
  )
}

const callAt = ({ db, now }: Given, alarm: Alarm, at: Date) =>
  armSteps(db, [{ alarm, kind: 'press', afterS: Math.ceil((at.getTime() - now.getTime()) / 1000) }], now)

const noteCall = ({ db, now }: Given, alarm: Alarm, people: number) =>
  addEntries(db, now, {
    alarmId: alarm.id,
    kind: 'called_again',
    actor: { kind: 'system' },
    facts: { people, why: 'press' },
  })

/**
 * Called off and pressed again: the same alarm is reopened. The first time everyone who can be called now is called at
 * once by every channel, since they have just been told that it was over. If it goes on, a press is still never
 * refused: push goes out at once, SMS only when the pause since the last call is over.
 */
async function openAgain(given: Given, alarm: Alarm, { position }: Press) {
  const { db, now } = given
  const reopenings = alarm.reopenings + 1
  const at = callAfterPress(alarm.calledAt, now, pauseAfterReopenings(reopenings))
  const isSoon = at > now
  await updateAlarms(db, [alarm.id], { reopenings })
  await addEntries(db, now, {
    alarmId: alarm.id,
    kind: 'reopened',
    actor: { kind: 'system' },
    facts: { times: reopenings },
  })
  const people = await reopenAlarm(given, alarm, { from: position, ...(isSoon ? { only: 'push' as const } : {}) })
  if (isSoon) await callAt(given, alarm, at)
  else await noteCall(given, alarm, people)
}

/**
 * Somebody has the alarm: the taker, their colleagues and the operators are told of the press. A taker who does not
 * react by the deadline may have gone home long ago: then everyone is called.
 */
async function askForAnswer({ db, now, keys }: Given, alarm: Alarm) {
  const round = alarm.rounds + 1
  await beginRound(db, [alarm.id])
  const people = [...(await readTakerCallees(db, alarm)), ...(await readOperatorCallees(db))]
  await insertCalls(db, keys, callsTo(people, alarm, 'update', round), now)
  if (alarm.takenByCompany) {
    const colleagues = { onlyCompany: alarm.takenByCompany, roles: ['partner' as const, 'neighbour' as const] }
    await insertFollowUps(db, [alarm.id], 'update', colleagues, now)
  }
  const { callAgainS } = await readPolicy(db, alarm.postcode)
  await armMissingSteps(db, [{ alarm, kind: 'answer press', afterS: callAgainS }], now)
}
