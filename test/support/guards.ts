import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { hashOfSecret } from '~/guards/link/guard-cookie.server'
import type { Database } from '~/platform/database/database.server'
import type { Role } from '~/shared/role'
import type { Guards } from '../../db/schema'
import type { TestHouse } from './house'
import { listCompany } from './listings'
import { givePermit } from './sponsorship'

/** Helpers for guards and their companies. */

let made = 0
/** From the numbers that the Swedish regulator reserves for fiction. */
export const newPhone = () => `+4670174${String(1000 + (made++ % 9000)).padStart(4, '0')}`

/** A guard company without an owner that receives alarms, in a postcode of its own unless one is given. */
export async function openPartner(house: TestHouse, given: Parameters<typeof listCompany>[1] = { name: 'Vakt AB' }) {
  const id = await listCompany(house.db, { postcode: newPostcode(), is_security_partner: true, ...given })
  await letBeCalled(house, id)
  const { postcode } = await house.db
    .selectFrom('companies')
    .select('postcode')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, postcode }
}

let postcodes = 0
export const newPostcode = () => String(40_000 + postcodes++)

/** Makes a company callable: approved, with a checked permit for its own or the given postcodes, and a paid package. */
export async function letBeCalled(
  house: TestHouse,
  companyId: string,
  validUntil = '2199-12-31',
  areas?: readonly string[],
) {
  await givePermit(house, companyId, validUntil, areas ? { areas } : {})
  await house.db
    .updateTable('companies')
    .set({ is_security_partner: true, security_status: 'active', review_state: 'approved' })
    .where('id', '=', companyId)
    .execute()
}

/** By default on duty for eight hours with a verified number, and not called by phone. */
export async function employGuard(
  house: TestHouse,
  companyId: string,
  given: Partial<Insertable<Guards>> = {},
): Promise<string> {
  const now = house.clock.now()
  const { id } = await house.db
    .insertInto('guards')
    .values({
      company_id: companyId,
      name: 'Ali Rahimi',
      phone: newPhone(),
      phone_verified_at: now,
      rings: 'never',
      on_duty_since: now,
      on_duty_until: new Date(now.getTime() + 8 * 3_600_000),
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function guardRow(db: Database, id: string) {
  return db.selectFrom('guards').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Sets a company's areas as an administrator does. */
export async function setAreas({ db }: Pick<TestHouse, 'db'>, companyId: string, areas: readonly string[]) {
  await db.deleteFrom('security_partner_areas').where('company_id', '=', companyId).execute()
  for (const postcode of areas) {
    await db.insertInto('security_partner_areas').values({ company_id: companyId, postcode }).execute()
  }
}

/** Gives a company an owner with the given role and block. */
export async function giveOwner(
  { db }: Pick<TestHouse, 'db'>,
  companyId: string,
  {
    role = 'company',
    isBlocked = false,
    name = 'Olle Ägare',
  }: { role?: Role; isBlocked?: boolean; name?: string } = {},
): Promise<string> {
  const { id } = await db
    .insertInto('profiles')
    .values({
      ...{ full_name: name, email: `${randomUUID()}@exempel.se`, user_role: role },
      ...(isBlocked && { blocked_at: new Date(), blocked_reason: 'Hotade en boende' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('companies').set({ owner_id: id }).where('id', '=', companyId).execute()
  return id
}

/** Columns of a guard whose browser has this key, as if it had entered just now. */
export function letIn(key: string, now = new Date()) {
  const hash = hashOfSecret(key)
  return {
    link_hash: hash,
    link_made_at: now,
    link_used_at: now,
    browser_hash: hash,
    browser_since: now,
    browser_seen_at: now,
  }
}
