import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { House } from '~/platform/house.server'
import { isUnseen, tooLong } from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { type Actor, isOpen, whyNot } from '../alarm'
import { addEntries, insertUpdate } from '../history/alarm-store.server'
import { cleanWords } from '../raise/press'
import { changeAlarm } from './change-alarm.server'
import { noteSignOfLife } from './sign-of-life.server'

const failure = 'Anteckningen är inte sparad'
const noteForm = z.object({
  key: anId().catch(() => randomUUID()),
  message: z
    .string()
    .default('')
    .transform(cleanWords)
    .refine((message) => !isUnseen(message), 'Skriv något först')
    .refine((message) => message.length <= 4000, tooLong(4000)),
})

/**
 * Adds a note to an alarm: by the member, the taker, a colleague of the taker, or an operator. A note by the taker is a
 * sign of life and restarts the time until release.
 */
export async function addNote(
  house: House,
  actor: Exclude<Actor, { kind: 'system' }>,
  alarmId: string,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  const form = parseForm(noteForm, values, failure)
  if (!form.ok) return form
  return changeAlarm(house, actor, alarmId, async ({ db, alarm, part, now }) => {
    if (part === 'partner') return refused(failure, { message: whyNot('arrive', alarm.state) })
    const authorId = actor.kind === 'partner' ? actor.companyId : actor.personId
    const note = { ...form.value, alarmId: alarm.id, kind: 'note' as const, by: actor.kind, authorId }
    if (!(await insertUpdate(db, note, now))) return accepted(null)
    await addEntries(db, now, { alarmId: alarm.id, kind: 'note', actor })
    if (part !== 'taker' || !isOpen(alarm.state)) return accepted(null)
    await noteSignOfLife(db, alarm, now)
    return accepted(null)
  })
}
