import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { lockProfile } from './account-store.server'
import { deleteIdentity, readIdentities } from './session-store.server'

/** A person, about their own ways to log in. The last one stays, or nobody could log in any more. */
export async function unlinkIdentity(
  house: House,
  { person }: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  return house.db.transaction().execute(async (db) => {
    // Two taken away at once must not each see the other one left.
    await lockProfile(db, person.id)
    const identities = await readIdentities(db, person.id)
    const chosen = identities.find(({ id }) => id === values.identityId)
    if (!chosen) return accepted(null)
    if (identities.length === 1) {
      return refused('Inloggningssättet finns kvar', {
        message: 'Det är ditt enda sätt att logga in, så det kan inte tas bort.',
      })
    }
    await deleteIdentity(db, person.id, chosen.id)
    return accepted(null)
  })
}
