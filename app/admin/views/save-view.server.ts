import { z } from 'zod'
import type { Asked } from '~/door/deed.server'
import { onlyAdmin } from '~/door/guard.server'
import { isNameIn } from '~/shared/chosen'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, notAsked, type Outcome, refused } from '~/shared/outcome'
import { askedOf, lists } from './lists'
import { mostViews } from './read-views.server'
import { readViews, writeView } from './view-store.server'

const viewForm = z.object({
  name: field.line('Skriv vad vyn ska heta', 60),
  list: z.string(),
  asked: z.string().max(2000).default(''),
})

/** An admin: the list as it is asked for now, under a name of their own. */
export async function saveView({ house, signedIn, values }: Asked): Promise<Outcome<null> | typeof notAsked> {
  onlyAdmin(signedIn)
  const form = parseForm(viewForm, values, 'Vyn är inte sparad')
  if (!form.ok) return form
  const { name, list } = form.value
  if (!isNameIn(lists, list)) return notAsked
  const personId = signedIn.person.id
  const own = await readViews(house.db, personId)
  const isThere = own.some((view) => view.list === list && view.name === name)
  if (!isThere && own.length >= mostViews) {
    return refused('Vyn är inte sparad', { fields: { name: `Du har redan ${mostViews} vyer. Ta bort en först` } })
  }
  await writeView(house.db, { personId, list, name, asked: askedOf(list, form.value.asked), at: house.clock.now() })
  return accepted(null)
}
