import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { isOpen, mayDo, whyNot } from '../alarm'
import { changeAlarm } from '../answer/change-alarm.server'
import { closeAlarmNow } from '../answer/close-alarm.server'
import { addEntries, beginRound, dropSteps, updateAlarms } from '../history/alarm-store.server'
import { tellTaker } from './tell-taker.server'

/** 'Jag är trygg'. Nobody is on the way yet: it is over. Somebody is: they are told, and go and see. */
export function saySafe(house: House, { person }: SignedIn, alarmId: string): Promise<Outcome<null> | NotThere> {
  const actor = { kind: 'member' as const, personId: person.id }
  return changeAlarm(house, actor, alarmId, async ({ db, alarm, part, now }) => {
    const given = { db, now, keys: house.keys }
    // Said already, or over by other means: they are safe either way.
    if (part === 'reporter' && (alarm.safeAt || !isOpen(alarm.state))) return accepted(null)
    if (part !== 'reporter') return refused('Det gick inte', { message: whyNot('saySafe', alarm.state) })
    await updateAlarms(db, [alarm.id], { safe_at: now })
    await addEntries(db, now, { alarmId: alarm.id, kind: 'safe', actor })
    if (mayDo('saySafe', alarm.state, part)) {
      await closeAlarmNow(given, alarm, 'cancelled', actor)
      return accepted(null)
    }
    // Whoever has it need not answer a press that the member has answered themselves.
    await dropSteps(db, alarm.id, now, ['answer press'])
    await beginRound(db, [alarm.id])
    await tellTaker(given, alarm, 'safe')
    return accepted(null)
  })
}
