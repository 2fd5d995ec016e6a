import { z } from 'zod'
import { lockProfile } from '~/accounts/public.server'
import type { Asked } from '~/door/deed.server'
import { onlyAdmin } from '~/door/guard.server'
import { isNameIn } from '~/shared/chosen'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, notAsked, type Outcome, refused } from '~/shared/outcome'
import { askedOf, lists } from './lists'
import { mostViews } from './read-views.server'
import { readViews, writeView } from './view-store.server'

const failure = 'Vyn är inte sparad'
/** The limit of the column (0371). Two fields full of å, ä and ö can be longer once percent-encoded. */
const longestAsked = 2_000

const viewForm = z.object({
  name: field.line('Skriv vad vyn ska heta', 60),
  list: z.string(),
  asked: z.string().default(''),
})

/** Saves the list's present query as one of one's own views. */
export async function saveView({ house, signedIn, values }: Asked): Promise<Outcome<null> | typeof notAsked> {
  onlyAdmin(signedIn)
  const form = parseForm(viewForm, values, failure)
  if (!form.ok) return form
  const { name, list } = form.value
  if (!isNameIn(lists, list)) return notAsked
  const asked = askedOf(list, form.value.asked)
  if (asked.length > longestAsked) {
    return refused(failure, { fields: { name: 'Urvalet är för långt för att sparas. Sök efter något kortare' } })
  }
  const personId = signedIn.person.id
  return house.db.transaction().execute(async (db): Promise<Outcome<null>> => {
    await lockProfile(db, personId)
    const own = await readViews(db, personId)
    const there = own.find((view) => view.list === list && view.name === name)
    const place = there?.place ?? freePlace(own)
    if (place === undefined) {
      return refused(failure, { fields: { name: `Du har redan ${mostViews} vyer. Ta bort en först` } })
    }
    await writeView(db, { personId, list, name, asked, place, at: house.clock.now() })
    return accepted(null)
  })
}

const places = Array.from({ length: mostViews }, (_, index) => index + 1)

const freePlace = (own: readonly { place: number }[]) =>
  places.find((place) => own.every((view) => view.place !== place))
