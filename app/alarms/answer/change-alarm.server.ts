import { type Database, inTransaction } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { isId } from '~/shared/asked'
import { type NotThere, notThere, type Outcome } from '~/shared/outcome'
import type { Actor, Part } from '../alarm'
import { type Alarm, announceChange, lockAlarm } from '../history/alarm-store.server'
import { readPart } from './part.server'

export type Change = { db: Database; alarm: Alarm; part: Part; now: Date }

/**
 * The frame of everything that somebody does to an alarm: it is held, who they are to it is looked up then and
 * there, and the change, its history and its messages are committed together. Whose business it is not gets the
 * same answer as for an alarm that does not exist. With what the caller's transaction does, if it has one.
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
