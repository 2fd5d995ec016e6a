import { type OwnCompany, requireOwnCompany } from '~/companies/public.server'
import { TurnedAway } from '~/door/turned-away'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import { anId } from '~/shared/id'
import { type NotThere, notThere } from '~/shared/outcome'
import { type OwnGuard, readOwnGuard } from './own-guards-store.server'

/** The partner whose guards somebody may manage: the company they own, when it is a security partner. */
export async function requirePartner(db: Database, signedIn: SignedIn): Promise<OwnCompany> {
  const company = await requireOwnCompany(db, signedIn)
  if (!company.is_security_partner) throw new TurnedAway()
  return company
}

export type Employed = { company: OwnCompany; guard: OwnGuard & { phone: string } }

/** A guard of the own company. An id of another's is as one that does not exist. */
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
