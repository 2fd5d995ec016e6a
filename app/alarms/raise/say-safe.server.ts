import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { isOpen, mayDo, whyNot } from '../alarm'
import { changeAlarm } from '../answer/change-alarm.server'
import { closeAlarmNow } from '../answer/close-alarm.server'
import { addEntries, beginRound, dropSteps, updateAlarms } from '../history/alarm-store.server'
import { tellTaker } from './tell-taker.server'

/** 'Jag är trygg'. If nobody has the alarm, it ends. If somebody is on the way, they are told, and still go and see. */
export function saySafe(house: House, { person }: SignedIn, alarmId: string): Promise<Outcome<null> | NotThere> {
  const actor = { kind: 'member' as const, personId: person.id }
  return changeAlarm(house, actor, alarmId, async ({ db, alarm, part, now }) => {
    const given = { db, now, keys: house.keys }
    // Idempotent: already said, or the alarm has ended otherwise.
    if (part === 'reporter' && (alarm.safeAt || !isOpen(alarm.state))) return accepted(null)
    if (part !== 'reporter') return refused('Det gick inte', { message: whyNot('saySafe', alarm.state) })
    await updateAlarms(db, [alarm.id], { safe_at: now })
    await addEntries(db, now, { alarmId: alarm.id, kind: 'safe', actor })
    if (mayDo('saySafe', alarm.state, part)) {
      await closeAlarmNow(given, alarm, 'cancelled', actor)
      return accepted(null)
    }
    // The member's word answers their own earlier press, so the taker need not.
    await dropSteps(db, alarm.id, now, ['answer press'])
    await beginRound(db, [alarm.id])
    await tellTaker(given, alarm, 'safe')
    return accepted(null)
  })
}
