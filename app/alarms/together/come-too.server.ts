import type { House } from '~/platform/house.server'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { mayCome, type Taker, whyNot } from '../alarm'
import { changeAlarm } from '../answer/change-alarm.server'
import { notePhoneThatAnswered } from '../answer/note-phone-that-answered.server'
import { addEntries, beginRound } from '../history/alarm-store.server'
import { tellTaker } from '../raise/tell-taker.server'
import { endCompanions, insertCompanion } from './companion-store.server'

const failure = 'Ingen vet att du kommer'

/** A colleague of the taker says 'Jag kommer också'. The member sees that two come; the taker is told once of each. */
export function comesToo(house: House, actor: Taker, alarmId: string): Promise<Outcome<null> | NotThere> {
  return changeAlarm(house, actor, alarmId, async ({ db, alarm, part, now }) => {
    await notePhoneThatAnswered(db, alarm, actor, now)
    if (part === 'taker') return refused(failure, { message: 'Larmet är ditt.' })
    if (actor.kind !== 'partner' || !mayCome(alarm.state, part)) {
      return refused(failure, { message: whyNot('arrive', alarm.state) })
    }
    if (part === 'companion') return accepted(null)
    const isNew = await insertCompanion(db, alarm, actor, now)
    await addEntries(db, now, { alarmId: alarm.id, kind: 'comes_too', actor, facts: { via: actor.via } })
    if (!isNew) return accepted(null)
    await beginRound(db, [alarm.id])
    await tellTaker({ db, now, keys: house.keys }, alarm, 'joined')
    return accepted(null)
  })
}

/** The colleague cannot come after all, so nobody waits for them. */
export function comesNot(house: House, actor: Taker, alarmId: string): Promise<Outcome<null> | NotThere> {
  return changeAlarm(house, actor, alarmId, async ({ db, alarm, part, now }) => {
    if (actor.kind !== 'partner' || part !== 'companion') return accepted(null)
    await endCompanions(db, alarm.id, now, actor)
    await addEntries(db, now, { alarmId: alarm.id, kind: 'comes_not', actor })
    return accepted(null)
  })
}
