import type { Plan } from '~/companies/public'
import type { Database } from '~/platform/database/database.server'

type NewPlanChange = { id: string; companyId: string; plan: Plan; by: string; at: Date }

/** Whether a form was carried out before. The caller holds the company, so nobody does it meanwhile. */
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
