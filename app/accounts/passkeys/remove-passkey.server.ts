import type { Asked } from '~/door/deed.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { lockProfile } from '../account-store.server'
import { refuseOldLogin, refuseStaleLogin } from '../login/confirm-login.server'
import { readIdentities } from '../login/session-store.server'
import { mailPasskey } from './passkey-mails.server'
import { deletePasskey, readPasskeys, settleSecondStep } from './passkey-store.server'

const failure = 'Passnyckeln finns kvar'

/**
 * Removes one of the person's own passkeys. Needs a fresh login, with both factors where the second one is on. The last
 * login method cannot be removed.
 */
export async function removePasskey(asked: Asked): Promise<Outcome<null>> {
  const { house, signedIn, values } = asked
  const stale = refuseOldLogin(house, signedIn, failure) ?? (await refuseStaleLogin(asked, failure))
  if (stale) return stale
  const { person, sessionId } = signedIn
  const done = await house.db.transaction().execute(async (db) => {
    // The lock serialises removals: two at once must not each find the other login method still there.
    await lockProfile(db, person.id)
    const passkeys = await readPasskeys(db, person.id)
    const chosen = passkeys.find(({ id }) => id === values.passkeyId)
    if (!chosen) return accepted(null)
    if (passkeys.length + (await readIdentities(db, person.id)).length === 1) {
      return refused(failure, { message: 'Det är ditt enda sätt att logga in, så det kan inte tas bort.' })
    }
    await deletePasskey(db, person.id, chosen.id, sessionId)
    await settleSecondStep(db, person.id, sessionId)
    await mailPasskey(db, house.config.origin, person, 'removed', chosen.name)
    return accepted(null)
  })
  house.wake('mail')
  return done
}
