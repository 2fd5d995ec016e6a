import type { Database } from '~/platform/database/database.server'
import type { Keys } from '~/platform/keys.server'
import type { VoiceCaller } from '~/platform/voice/voice.server'
import { readNeighbourCodes } from '~/postcodes/public.server'
import type { AlarmChannel } from '../alarm'
import { tellCircle } from '../circle/circle-calls-store.server'
import { type Callee, callsTo } from '../engine/ways'
import { type Alarm, addEntries, beginRound, updateAlarms } from '../history/alarm-store.server'
import { insertCalls } from './call-store.server'
import { calleesOf, type PartnerCallee, readOperatorCallees, readPartnerCallees } from './callee-store.server'
import type { Position } from './press'

/** The context of a call: its transaction, its time, and the keys that sign links. */
export type Calling = { db: Database; now: Date; keys: Keys }

/** The context of a change that arms steps, which depend on whether phones can ring. */
export type Given = Calling & { voice: Pick<VoiceCaller, 'canRing'> }

type How = {
  /** The member's position, so that the nearest are called first. */
  from?: Position | null
  /** Restricts this call to one channel. */
  only?: AlarmChannel
}

/** Who can be called to an alarm now: partners of its own postcode, and of the postcodes beside it. */
type Callable = { alarm: Alarm; here: Callee[]; beside: Callee[] }

/**
 * Calls everybody who can be called to these alarms now: the partners of the postcode and, once the alarm is widened,
 * those of the postcodes beside it and the operators. The list is read afresh each time, so that it follows who goes on
 * and off duty. Returns the number of partners called for each alarm.
 */
export async function callEveryone({ db, now, keys }: Calling, alarms: Alarm[], { from = null, only }: How = {}) {
  const callable = await readCallable(db, alarms, now, from)
  const operators = alarms.some(({ widenedAt }) => widenedAt) ? await readOperatorCallees(db) : []
  await beginRound(db, idsOf(alarms))
  if (!only) await updateAlarms(db, idsOf(alarms), { called_at: now })
  const calls = callable.flatMap(({ alarm, here, beside }) => {
    const people = alarm.widenedAt ? [...here, ...beside, ...operators] : here
    return callsTo(people, alarm, 'call', alarm.rounds + 1, only)
  })
  await insertCalls(db, keys, calls, now)
  if (!only) await tellCircle(db, idsOf(alarms), 'call', now)
  await noteWhetherAnybodyCan(
    db,
    callable.filter(({ alarm }) => alarm.widenedAt),
    now,
  )
  return new Map(
    callable.map(({ alarm, here, beside }) => [alarm.id, here.length + (alarm.widenedAt ? beside.length : 0)]),
  )
}

/** Rings the phones of those who can be called now and want to be rung. Returns the number of people per alarm. */
export async function ringPhones({ db, now, keys }: Calling, alarms: Alarm[]): Promise<Map<string, number>> {
  const callable = await readCallable(db, alarms, now, null)
  const calls = callable
    .flatMap(({ alarm, here, beside }) => {
      const people = alarm.widenedAt ? [...here, ...beside] : here
      return callsTo(people, alarm, 'call', alarm.rounds + 1, 'voice')
    })
    .filter(({ channels }) => channels.length > 0)
  const rung = Map.groupBy(calls, ({ alarmId }) => alarmId)
  if (rung.size === 0) return new Map()
  await beginRound(db, [...rung.keys()])
  await insertCalls(db, keys, calls, now)
  return new Map([...rung].map(([alarmId, { length }]) => [alarmId, length]))
}

/** Widens alarms: calls the partners of postcodes beside, who may see the alarm from now on, and the operators. */
export async function widenAlarms({ db, now, keys }: Calling, alarms: Alarm[]) {
  const callable = await readCallable(db, alarms, now, null)
  const operators = await readOperatorCallees(db)
  await beginRound(db, idsOf(alarms))
  await updateAlarms(db, idsOf(alarms), { widened_at: now })
  const calls = callable.flatMap(({ alarm, beside }) =>
    callsTo([...beside, ...operators], alarm, 'call', alarm.rounds + 1),
  )
  await insertCalls(db, keys, calls, now)
  await addEntries(
    db,
    now,
    ...callable.map(({ alarm, beside }) => ({
      alarmId: alarm.id,
      kind: 'widened' as const,
      actor: { kind: 'system' as const },
      facts: { people: beside.length, operators: operators.length },
    })),
  )
  await noteWhetherAnybodyCan(db, callable, now)
}

const idsOf = (alarms: readonly Pick<Alarm, 'id'>[]) => alarms.map(({ id }) => id)

async function readCallable(db: Database, alarms: Alarm[], now: Date, from: Position | null): Promise<Callable[]> {
  const postcodes = [...new Set(alarms.map(({ postcode }) => postcode))]
  const besideOf = await readNeighbourCodes(db, postcodes)
  const list = await readPartnerCallees(db, [...new Set([...postcodes, ...[...besideOf.values()].flat()])], now)
  return alarms.map((alarm) => {
    // A company that has both postcodes among its areas belongs to the alarm's own, and has been called already.
    const isHere = (one: PartnerCallee) => one.areas.includes(alarm.postcode)
    const others = list.filter((one) => !isHere(one))
    return {
      alarm,
      here: calleesOf(list, [alarm.postcode], 'partner', from),
      beside: calleesOf(others, besideOf.get(alarm.postcode) ?? [], 'neighbour', from),
    }
  })
}

/**
 * With nobody to call here or beside, no message can fail, so the alarm itself records it (`nobody_callable_since`).
 */
async function noteWhetherAnybodyCan(db: Database, callable: Callable[], now: Date) {
  const real = callable.filter(({ alarm }) => !alarm.isTest)
  const [nobody, somebody] = [true, false].map((isEmpty) =>
    real.filter(({ here, beside }) => (here.length + beside.length === 0) === isEmpty).map(({ alarm }) => alarm),
  ) as [Alarm[], Alarm[]]
  const newly = nobody.filter(({ nobodyCallableSince }) => nobodyCallableSince === null)
  await updateAlarms(db, idsOf(newly), { nobody_callable_since: now })
  await addEntries(
    db,
    now,
    ...newly.map(({ id }) => ({ alarmId: id, kind: 'nobody_callable' as const, actor: { kind: 'system' as const } })),
  )
  const noLonger = somebody.filter(({ nobodyCallableSince }) => nobodyCallableSince !== null)
  await updateAlarms(db, idsOf(noLonger), { nobody_callable_since: null })
}
