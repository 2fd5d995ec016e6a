import { mayActAs } from '~/accounts/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'

/** An administrator answers from now on, or no longer. While nobody says that they do, all of them are called. */
export async function setDuty({ db, clock }: House, signedIn: SignedIn, isOn: boolean): Promise<void> {
  onlyAdmin(signedIn)
  const { id } = signedIn.person
  if (!isOn) {
    await db.deleteFrom('operator_duties').where('profile_id', '=', id).execute()
    return
  }
  await db
    .insertInto('operator_duties')
    .values({ profile_id: id, since: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Who answers just now. An administrator who no longer is one, or who is blocked, does not. */
export async function readDuties(
  db: Database,
): Promise<{ id: string; name: string; since: Date; hasPhone: boolean }[]> {
  return db
    .selectFrom('operator_duties')
    .innerJoin('profiles', 'profiles.id', 'operator_duties.profile_id')
    .select(['profiles.id', 'full_name as name', 'since'])
    .select((row) => row('phone_verified_at', 'is not', null).$castTo<boolean>().as('hasPhone'))
    .where(mayActAs('admin'))
    .orderBy('since')
    .execute()
}
