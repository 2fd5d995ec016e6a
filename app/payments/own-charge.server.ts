import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { isId } from '~/shared/asked'
import { type NotThere, notThere } from '~/shared/outcome'
import type { CardOwner } from './card/card-store.server'
import { type Charge, readCharge } from './charge-store.server'
import { requirePayer } from './payer.server'

/** A charge of the signed-in payer. Another payer's charge answers exactly like one that does not exist. */
export async function findOwnCharge(
  { db }: House,
  signedIn: SignedIn,
  id: string,
): Promise<{ charge: Charge; owner: CardOwner } | NotThere> {
  const owner = await requirePayer(db, signedIn)
  const charge = isId(id) ? await readCharge(db, id) : undefined
  const isTheirs =
    charge && (owner.memberId ? charge.memberId === owner.memberId : charge.companyId === owner.companyId)
  if (!charge || !isTheirs) return notThere
  return { charge, owner }
}
