import { type Database, inTransaction } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { isId } from '~/shared/asked'
import { type NotThere, notThere, type Outcome } from '~/shared/outcome'
import type { Actor, Part } from '../alarm'
import { type Alarm, announceChange, lockAlarm } from '../history/alarm-store.server'
import { readPart } from './part.server'

export type Change = { db: Database; alarm: Alarm; part: Part; now: Date }

/**
 * The frame of every action on an alarm: locks the alarm, looks up the actor's part under the lock, and commits the
 * change, its history and its messages together. An actor with no part in the alarm gets the same answer as for an
 * alarm that does not exist. Joins the caller's transaction if there is one.
 */
export async function changeAlarm<Value>(
  house: House,
  actor: Actor,
  alarmId: string,
  change: (given: Change) => Promise<Outcome<Value>>,
): Promise<Outcome<Value> | NotThere> {
  return inTransaction(house.db, async (db): Promise<Outcome<Value> | NotThere> => {
    const now = house.clock.now()
    const alarm = isId(alarmId) ? await lockAlarm(db, alarmId) : undefined
    const part = alarm && (await readPart(db, alarm, actor, now))
    if (!alarm || !part) return notThere
    const answer = await change({ db, alarm, part, now })
    if (answer.ok) await announceChange(db, [alarm.id])
    return answer
  })
}
