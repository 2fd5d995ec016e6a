import { onlyMember } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { isId } from '~/shared/asked'
import { accepted, type NotThere, notThere, type Outcome } from '~/shared/outcome'
import { deleteFavourite, insertFavourite } from './favourite-store.server'

/** A resident keeps a company, or no longer: `company`, and `keep` = 'yes' or 'no'. What is so already is a yes. */
export async function keepCompany(
  { db, clock }: House,
  signedIn: SignedIn,
  { company, keep }: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  onlyMember(signedIn)
  if (!isId(company)) return notThere
  if (keep === 'yes') await insertFavourite(db, signedIn.person.id, company, clock.now())
  else await deleteFavourite(db, signedIn.person.id, company)
  return accepted(null)
}
