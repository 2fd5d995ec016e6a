import type { Asked } from '~/door/deed.server'
import { onlyAdmin } from '~/door/guard.server'
import { isId } from '~/shared/asked'
import { accepted, notAsked, type Outcome } from '~/shared/outcome'
import { deleteView } from './view-store.server'

/** Deletes one of one's own views. Idempotent. */
export async function removeView({ house, signedIn, values }: Asked): Promise<Outcome<null> | typeof notAsked> {
  onlyAdmin(signedIn)
  if (!isId(values.view)) return notAsked
  await deleteView(house.db, signedIn.person.id, values.view)
  return accepted(null)
}
