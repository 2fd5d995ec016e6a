import { revokeEverything } from '~/accounts/public.server'
import type { Asked } from '~/door/deed.server'
import { onlyAdmin } from '~/door/guard.server'
import { accepted, type NotThere, type Outcome } from '~/shared/outcome'
import { changePerson } from './change-person.server'

/** An admin logs a person out everywhere: for a lost phone, or if somebody else may be in the account. */
export async function signOutPerson(asked: Asked, id: string): Promise<Outcome<null> | NotThere> {
  onlyAdmin(asked.signedIn)
  return changePerson(asked, { id, deed: 'sign out person' }, async (db) => {
    await revokeEverything({ ...asked.house, db }, id)
    return accepted({ before: {}, after: {} })
  })
}
