import type { Asked } from '~/door/deed.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { lockProfile } from '../account-store.server'
import { refuseStaleLogin } from '../login/confirm-login.server'
import { providerName } from '../login/provider-name'
import { deleteIdentity, readIdentities } from '../login/session-store.server'
import { mailIdentityRemoved } from '../passkeys/passkey-mails.server'
import { readPasskeys } from '../passkeys/passkey-store.server'

const failure = 'Inloggningssättet finns kvar'

/**
 * Removes one of the person's own login methods. Needs a fresh login. The last one cannot be removed, or the person
 * would be locked out.
 */
export async function unlinkIdentity(asked: Asked): Promise<Outcome<null>> {
  const { house, signedIn, values } = asked
  const stale = await refuseStaleLogin(asked, failure)
  if (stale) return stale
  const { person } = signedIn
  const done = await house.db.transaction().execute(async (db) => {
    // The lock serialises removals: two at once must not each find the other login method still there.
    await lockProfile(db, person.id)
    const identities = await readIdentities(db, person.id)
    const chosen = identities.find(({ id }) => id === values.identityId)
    if (!chosen) return accepted(null)
    if (identities.length + (await readPasskeys(db, person.id)).length === 1) {
      return refused(failure, { message: 'Det är ditt enda sätt att logga in, så det kan inte tas bort.' })
    }
    await deleteIdentity(db, person.id, chosen.id)
    await mailIdentityRemoved(db, house.config.origin, person, providerName(chosen.provider))
    return accepted(null)
  })
  house.wake('mail')
  return done
}
