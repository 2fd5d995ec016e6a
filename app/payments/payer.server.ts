import { readOwnCompany } from '~/companies/public.server'
import { TurnedAway } from '~/door/turned-away'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { CardOwner } from './card/card-store.server'

/** The payer for whom a person acts: a member for themselves, an owner for the company. Never taken from a form. */
export async function requirePayer(db: Database, { person }: SignedIn): Promise<CardOwner> {
  if (person.role === 'member') return { memberId: person.id, companyId: null }
  const company = person.role === 'company' ? await readOwnCompany(db, person.id) : undefined
  if (!company) throw new TurnedAway(person.role === 'company' ? 'has no company' : 'not allowed')
  return { memberId: null, companyId: company.id }
}
