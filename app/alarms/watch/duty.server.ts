import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { deleteDuty, insertDuty } from './duty-store.server'

/** Puts an administrator on or off duty. While nobody is on duty, all of them are called. */
export async function setDuty({ db, clock }: House, signedIn: SignedIn, isOn: boolean): Promise<void> {
  onlyAdmin(signedIn)
  const { id } = signedIn.person
  await (isOn ? insertDuty(db, id, clock.now()) : deleteDuty(db, id))
}
