import type { Database } from '~/platform/database/database.server'
import { isDataFault } from '~/platform/database/errors.server'
import type { House } from '~/platform/house.server'
import { type Actor, isHeld, type StepKind } from '../alarm'
import { closeAlarmNow } from '../answer/close-alarm.server'
import { endFalse } from '../answer/sayings/say-false.server'
import { readCircleCallees } from '../circle/circle-calls-store.server'
import {
  type Alarm,
  addEntries,
  announceChange,
  armSteps,
  beginRound,
  lockFreeAlarms,
  updateAlarms,
} from '../history/alarm-store.server'
import { callEveryone, type Given, ringPhones, widenAlarms } from '../raise/call-everyone.server'
import { insertCalls } from '../raise/call-store.server'
import { readMemberCallees, readOperatorCallees } from '../raise/callee-store.server'
import { reopenAlarm, tellReleased } from '../raise/reopen-alarm.server'
import { endTest } from '../watch/end-test.server'
import { askTakerS, keepCallingS, nextRing } from '../watch/policy'
import { readPoliciesOf } from '../watch/policy-store.server'
import { lockDueSteps, readRingsOf, type Step, settleSteps } from './step-store.server'
import { callsTo } from './ways'

export type StepPorts = Pick<House, 'db' | 'clock' | 'keys' | 'voice'>

const system: Actor = { kind: 'system' }

/** A due step of one of these alarms fails on every try, because of the data in its rows (a poison message). */
export class PoisonedSteps extends Error {
  readonly alarmIds: readonly string[]
  constructor(alarmIds: readonly string[], cause: unknown) {
    super('steps that cannot be done', { cause })
    this.name = 'PoisonedSteps'
    this.alarmIds = alarmIds
  }
}

/**
 * Carries out at most `most` due steps and returns how many. Settling the step, the change, the history and the
 * messages are one transaction: if the process crashes halfway, nothing has happened and another process does all of
 * it. Steps of the alarms in `but` are skipped.
 */
export async function carryOutSteps(
  { db: root, clock, keys, voice }: StepPorts,
  isTest: boolean,
  most: number,
  but: readonly string[] = [],
): Promise<number> {
  let due: Step[] = []
  const carriedOut = root.transaction().execute(async (db) => {
    const now = clock.now()
    due = await lockDueSteps(db, isTest, now, most, but)
    const alarms = await lockFreeAlarms(db, [...new Set(due.map(({ alarmId }) => alarmId))])
    // The other alarms are locked by another transaction; their steps stay due and are retried.
    const byId = new Map(alarms.map((alarm) => [alarm.id, alarm]))
    const free = due.filter(({ alarmId }) => byId.has(alarmId))
    if (free.length === 0) return 0
    await settleSteps(
      db,
      free.map(({ id }) => id),
      now,
    )
    for (const [kind, steps] of Map.groupBy(free, (step) => step.kind)) {
      // Read again: steps of an earlier kind in this loop may have changed these alarms.
      const current = await lockFreeAlarms(
        db,
        steps.map(({ alarmId }) => alarmId),
      )
      await carryOut[kind]({ db, now, keys, voice }, current)
    }
    await announceChange(db, [...byId.keys()])
    return free.length
  })
  return carriedOut.catch((error) => {
    if (!isDataFault(error)) throw error
    const alarmIds = [...new Set(due.map(({ alarmId }) => alarmId))]
    throw new PoisonedSteps(alarmIds, error)
  })
}

const carryOut: Record<StepKind, (given: Given, alarms: Alarm[]) => Promise<void>> = {
  'call again': callAgain,
  ring,
  press: callAgain,
  // The member pressed again and the taker has not reacted since.
  'answer press': forEach(release),
  widen,
  'tell member': tellMember,
  release: forEach(release),
  'ask taker': forEach(askTaker),
  'end test': forEach(({ db, now }, alarm) => endTest(db, alarm, now)),
  'end false': forEach(endFalse),
}

function forEach(one: (given: Given, alarm: Alarm) => Promise<void>) {
  return async (given: Given, alarms: Alarm[]) => {
    for (const alarm of alarms) await one(given, alarm)
  }
}

const waiting = (alarms: Alarm[]) => alarms.filter(({ state }) => state === 'new')
const idsOf = (alarms: Alarm[]) => alarms.map(({ id }) => id)
const postcodesOf = (alarms: Alarm[]) => [...new Set(alarms.map(({ postcode }) => postcode))]

/** Nobody has taken these alarms: everyone who can be called now is called again. */
async function callAgain(given: Given, all: Alarm[]) {
  const { db, now } = given
  const alarms = waiting(all)
  if (alarms.length === 0) return
  const people = await callEveryone(given, alarms)
  await addEntries(
    db,
    now,
    ...alarms.map(({ id }) => {
      const called = people.get(id)
      const entry = { alarmId: id, kind: 'called_again' as const, actor: system }
      return called ? { ...entry, facts: { people: called } } : entry
    }),
  )
  await keepCalling(
    db,
    alarms.filter(({ toldNobodyAt }) => toldNobodyAt),
    now,
  )
}

/**
 * Rings the guards' phones while nobody has taken the alarm, because people sleep through an SMS. The policy's pause
 * between two rings holds however often the member presses.
 */
async function ring(given: Given, all: Alarm[]) {
  const { db, now, voice } = given
  // Armed before the configuration changed: nobody can be rung any more.
  if (!voice.canRing) return
  const alarms = waiting(all)
  if (alarms.length === 0) return
  const [policyOf, ringsOf] = [await readPoliciesOf(db, postcodesOf(alarms)), await readRingsOf(db, idsOf(alarms), now)]
  const due = alarms.map((alarm) => ({ alarm, ...nextRing(policyOf(alarm.postcode), ringsOf(alarm.id), now) }))
  const rung = await ringPhones(
    given,
    due.flatMap(({ alarm, isDue }) => (isDue ? [alarm] : [])),
  )
  const entries = [...rung].map(([alarmId, people]) => ({ alarmId, actor: system, facts: { people } }))
  await addEntries(db, now, ...entries.map((entry) => ({ ...entry, kind: 'rung' as const })))
  await armSteps(
    db,
    due.flatMap(({ alarm, againS }) => (againS === null ? [] : [{ alarm, kind: 'ring' as const, afterS: againS }])),
    now,
  )
}

async function widen(given: Given, all: Alarm[]) {
  const alarms = waiting(all)
  if (alarms.length > 0) await widenAlarms(given, alarms)
}

/** Tells the member that nobody has taken the alarm, and to ring 112; and tells their circle. Calling goes on. */
async function tellMember({ db, now, keys }: Given, given: Alarm[]) {
  const alarms = waiting(given)
  if (alarms.length === 0) return
  await beginRound(db, idsOf(alarms))
  await updateAlarms(db, idsOf(alarms), { told_nobody_at: now })
  const reporters = alarms.flatMap(({ reportedBy }) => reportedBy ?? [])
  const members = await readMemberCallees(db, reporters)
  const circles = await readCircleCallees(db, reporters, { isTest: false, told: ['at once', 'unanswered'] })
  const calls = alarms.flatMap((alarm) => {
    const member = members.filter(({ profileId }) => profileId === alarm.reportedBy)
    const circle = circles.filter(({ memberId }) => memberId === alarm.reportedBy)
    const round = alarm.rounds + 1
    return [...callsTo(member, alarm, 'nobody', round), ...callsTo(circle, alarm, 'call', round)]
  })
  await insertCalls(db, keys, calls, now)
  await addEntries(db, now, ...alarms.map(({ id }) => ({ alarmId: id, kind: 'told_nobody' as const, actor: system })))
  await keepCalling(db, alarms, now)
}

/** Everyone is called again and again for an hour. After that the auditor keeps reminding the operators. */
async function keepCalling(db: Database, alarms: Alarm[], now: Date) {
  const policyOf = await readPoliciesOf(db, postcodesOf(alarms))
  const recent = alarms.filter(
    ({ waitingSince, createdAt }) => now.getTime() - (waitingSince ?? createdAt).getTime() <= keepCallingS * 1000,
  )
  const again = recent.map((alarm) => {
    return { alarm, kind: 'call again' as const, afterS: policyOf(alarm.postcode).tellMemberS }
  })
  await armSteps(db, again, now)
}

/** Gives the alarm back to everybody: the taker was silent for too long, or may not have it any more. */
async function release(given: Given, alarm: Alarm) {
  const { db, now } = given
  if (!isHeld(alarm.state)) return
  await addEntries(db, now, { alarmId: alarm.id, kind: 'released', actor: system })
  if (alarm.safeAt) return closeAlarmNow(given, alarm, 'cancelled', system)
  const people = await reopenAlarm(given, alarm)
  await tellReleased(given, alarm)
  const facts = { people, why: 'released' }
  await addEntries(db, now, { alarmId: alarm.id, kind: 'called_again', actor: system, facts })
}

/** The taker has been on site for an hour without a word: asks an operator to find out how it goes, every hour. */
async function askTaker({ db, now, keys }: Given, alarm: Alarm) {
  if (alarm.state !== 'on_site') return
  await beginRound(db, [alarm.id])
  await insertCalls(db, keys, callsTo(await readOperatorCallees(db), alarm, 'late', alarm.rounds + 1), now)
  await addEntries(db, now, { alarmId: alarm.id, kind: 'asked_taker', actor: system })
  await armSteps(db, [{ alarm, kind: 'ask taker', afterS: askTakerS }], now)
}
