import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'

/** Whether the signed-in person owns a company. An account with the company role may have lost its company. */
export async function ownsCompany({ db, above }: House, { person }: SignedIn): Promise<boolean> {
  return person.role === 'company' && (await above.ownsCompany(db, person.id))
}
