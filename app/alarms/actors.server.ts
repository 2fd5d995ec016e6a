import { isAdmin } from '~/accounts/public.server'
import { readOwnCompany } from '~/companies/public.server'
import type { Guard } from '~/guards/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import type { Partner } from './alarm'
import type { Taker } from './take-alarm.server'

/** A guard who came by the secret link of their own. */
export function guardActor({ id, companyId }: Pick<Guard, 'id' | 'companyId'>): Partner {
  return { kind: 'partner', companyId, guardId: id, via: 'page' }
}

/** Whoever is logged in, as one who might take an alarm; null for a member, who cannot. */
export async function takerOf({ db }: House, signedIn: SignedIn): Promise<Taker | null> {
  const { person } = signedIn
  if (isAdmin(signedIn)) return { kind: 'operator', personId: person.id }
  const company = person.role === 'company' ? await readOwnCompany(db, person.id) : null
  return company ? { kind: 'partner', companyId: company.id, guardId: null, via: 'page' } : null
}
