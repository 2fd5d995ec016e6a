import { type OwnCompany, requireOwnCompany } from '~/companies/public.server'
import { TurnedAway } from '~/door/turned-away'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import { anId } from '~/shared/id'
import { type NotThere, notThere } from '~/shared/outcome'
import { type OwnGuard, readOwnGuard } from './own-guards-store.server'

/** Authorises the management of guards: returns the signed-in person's own company if it is a security partner. */
export async function requirePartner(db: Database, signedIn: SignedIn): Promise<OwnCompany> {
  const company = await requireOwnCompany(db, signedIn)
  if (!company.is_security_partner) throw new TurnedAway()
  return company
}

export type Employed = { company: OwnCompany; guard: OwnGuard & { phone: string } }

/** A guard of one's own company. Another company's guard is answered as not found. */
export async function findOwnGuard(
  db: Database,
  signedIn: SignedIn,
  id: string | undefined,
): Promise<Employed | NotThere> {
  const company = await requirePartner(db, signedIn)
  const read = anId().safeParse(id)
  const guard = read.success ? await readOwnGuard(db, company.id, read.data) : undefined
  if (!guard?.phone) return notThere
  return { company, guard: { ...guard, phone: guard.phone } }
}
