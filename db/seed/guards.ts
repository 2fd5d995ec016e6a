import { hashOfSecret } from '~/guards/public.server'
import type { Database } from '~/platform/database/database.server'

/** Secret of the first guard's personal link, so that the demo can be tried as a guard. Only without DATABASE_URL. */
const secret = 'demo-vaktare-som-gar-ronden'
export const demoGuardLink = `/vakt/in?nyckel=${secret}`

const hour = 3_600_000
const day = 24 * hour

/** Guards of the demo's guard company: two on duty, one off duty, and one whose number is not verified. */
export async function seedGuards(db: Database, companyName: string, now: Date): Promise<string[]> {
  const company = await db
    .selectFrom('companies')
    .select(['id', 'owner_id'])
    .where('name', '=', companyName)
    .executeTakeFirstOrThrow()
  const ago = (time: number) => new Date(now.getTime() - time)
  // On duty for the longest time allowed: a demo alarm should have somebody to reach.
  const onDuty = { on_duty_since: now, on_duty_until: new Date(now.getTime() + day) }
  // The link is bound to the first browser that opens it, like any guard's.
  const link = { link_hash: hashOfSecret(secret), link_made_at: ago(hour) }
  const guards = [
    { name: 'Ali Rahimi', phone: '+46701740640', phone_verified_at: ago(12 * day), ...link, ...onDuty },
    { name: 'Mira Ek', phone: '+46701740641', phone_verified_at: ago(9 * day), ...onDuty },
    { name: 'Jonas Bergström', phone: '+46701740642', phone_verified_at: ago(40 * day) },
    { name: 'Sofia Lindahl', phone: '+46701740643' },
  ]
  const ids: string[] = []
  for (const guard of guards) {
    const { id } = await db
      .insertInto('guards')
      .values({ company_id: company.id, created_at: ago(45 * day), ...guard })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  if (company.owner_id) {
    await db.updateTable('profiles').set({ phone_verified_at: now }).where('id', '=', company.owner_id).execute()
  }
  return ids
}
