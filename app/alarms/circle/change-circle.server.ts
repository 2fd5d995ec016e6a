import { z } from 'zod'
import { onlyMember } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { isId } from '~/shared/asked'
import { parseForm } from '~/shared/form'
import { accepted, type NotThere, notThere, type Outcome } from '~/shared/outcome'
import { formatPhone } from '~/shared/phone'
import { standingOf } from './circle'
import { endPeople, readCircle, updateTold } from './circle-store.server'
import { choiceFields } from './invite-person.server'

/** The people whom a member has named, each with their current standing. */
export async function readOwnCircle({ db, clock }: House, signedIn: SignedIn) {
  onlyMember(signedIn)
  const now = clock.now()
  const people = await readCircle(db, signedIn.person.id)
  return people.map((person) => ({
    ...person,
    shownPhone: person.phone && formatPhone(person.phone),
    standing: standingOf(person, now),
  }))
}

const choiceForm = z.object(choiceFields)

export async function changeTold(
  { db }: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  onlyMember(signedIn)
  const form = parseForm(choiceForm, values, 'Valet är inte sparat')
  if (!form.ok) return form
  const { id = '' } = values
  if (!isId(id) || !(await updateTold(db, signedIn.person.id, id, form.value))) return notThere
  return accepted(null)
}

/** Removes a person from the circle: they get no more messages, and their link to an open alarm shows nothing. */
export async function removePerson(
  { db: root, clock }: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  onlyMember(signedIn)
  const { id = '' } = values
  if (!isId(id)) return notThere
  const which = { id, memberId: signedIn.person.id }
  const ended = await root.transaction().execute((db) => endPeople(db, which, 'member', clock.now()))
  return ended.length > 0 ? accepted(null) : notThere
}
