import { hasProvenPhone, personMayAct, personName } from '~/accounts/public.server'
import type { Database } from '~/platform/database/database.server'

export async function insertDuty(db: Database, personId: string, now: Date) {
  await db
    .insertInto('operator_duties')
    .values({ profile_id: personId, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteDuty(db: Database, personId: string) {
  await db.deleteFrom('operator_duties').where('profile_id', '=', personId).execute()
}

/** The operators on duty. Not those who are blocked or no longer administrators. */
export async function readDuties(
  db: Database,
): Promise<{ id: string; name: string; since: Date; hasPhone: boolean }[]> {
  return db
    .selectFrom('operator_duties')
    .select(['profile_id as id', 'since'])
    .select(personName('profile_id').$castTo<string>().as('name'))
    .select(hasProvenPhone('profile_id').as('hasPhone'))
    .where(personMayAct('profile_id', 'admin'))
    .orderBy('since')
    .execute()
}
