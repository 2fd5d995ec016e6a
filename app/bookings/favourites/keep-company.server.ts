import { lockProfile } from '~/accounts/public.server'
import { onlyMember } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { isId } from '~/shared/asked'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import {
  countFavourites,
  deleteFavourite,
  insertFavourite,
  isFavourite,
  MOST_FAVOURITES,
} from './favourite-store.server'

const full = refused('Företaget är inte sparat', {
  message: `Du har redan ${MOST_FAVOURITES} sparade företag. Ta bort något av dem först.`,
})

/** A resident saves or removes a company: `company`, and `keep` = 'yes' or 'no'. Idempotent. */
export async function keepCompany(
  { db: root, clock }: House,
  signedIn: SignedIn,
  { company, keep }: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  onlyMember(signedIn)
  if (!isId(company)) return notThere
  const { id } = signedIn.person
  if (keep !== 'yes') {
    await deleteFavourite(root, id, company)
    return accepted(null)
  }
  return root.transaction().execute(async (db): Promise<Outcome<null> | NotThere> => {
    await lockProfile(db, id)
    if (await isFavourite(db, id, company)) return accepted(null)
    if ((await countFavourites(db, id)) >= MOST_FAVOURITES) return full
    return (await insertFavourite(db, id, company, clock.now())) ? accepted(null) : notThere
  })
}
