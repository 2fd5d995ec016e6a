import type { Plan } from '~/companies/public'
import type { Database } from '~/platform/database/database.server'

type NewPlanChange = { id: string; companyId: string; plan: Plan; by: string; at: Date }

/**
 * Whether a form with this key was carried out already. Precondition: the caller holds the company, so there is no
 * race.
 */
export async function hasPlanChange(db: Database, id: string, companyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('plan_changes')
    .select('id')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertPlanChange(db: Database, { id, companyId, plan, by, at }: NewPlanChange) {
  await db
    .insertInto('plan_changes')
    .values({ id, company_id: companyId, plan, changed_by: by, changed_at: at })
    .execute()
}
