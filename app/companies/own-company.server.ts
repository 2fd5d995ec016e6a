import { TurnedAway } from '~/door/turned-away'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import { type Refusal, refused } from '~/shared/outcome'
import { lockCompany, readCompanyOfOwner } from './own-company-store.server'

export type OwnCompany = NonNullable<Awaited<ReturnType<typeof readCompanyOfOwner>>>

/**
 * The company that a person may act for: the one they own. Never taken from a form, so that nobody can act for
 * another's company.
 */
export async function requireOwnCompany(db: Database, { person }: SignedIn): Promise<OwnCompany> {
  if (person.role !== 'company') throw new TurnedAway()
  const company = await readCompanyOfOwner(db, person.id)
  if (!company) throw new TurnedAway('has no company')
  return company
}

/**
 * Changes what belongs to a company, in a transaction that holds its row, so that changes are serialised. Refused if
 * the company was removed after `requireOwnCompany`.
 */
export async function changeCompany<Answer>(
  db: Database,
  companyId: string,
  failure: string,
  change: (db: Database) => Promise<Answer>,
): Promise<Answer | Refusal> {
  return db
    .transaction()
    .execute(async (trx) =>
      (await lockCompany(trx, companyId)) ? change(trx) : refused(failure, { message: 'Företaget finns inte kvar.' }),
    )
}
