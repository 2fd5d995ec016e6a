import { z } from 'zod'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome } from '~/shared/outcome'
import { ringChoices } from '../guard'
import { type Guard, setRings } from '../guard-store.server'

const ringForm = z.object({ rings: z.enum(ringChoices, 'Välj när telefonen ska ringa') })

/** A guard chooses whether their own phone may be called. The company cannot choose it for them. */
export async function chooseRing(
  { db }: House,
  guard: Pick<Guard, 'id'>,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const form = parseForm(ringForm, values, 'Valet är inte sparat')
  if (!form.ok) return form
  await setRings(db, guard.id, form.value.rings)
  return accepted(null)
}
