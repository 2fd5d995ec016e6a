import type { Asked } from '~/door/deed.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { mailSecondFactor } from '../address/mails.server'
import { refuseStaleLogin } from '../login/confirm-login.server'
import { settleSecondStep } from './passkey-store.server'

const failure = 'Tvåstegsverifieringen är inte på'

/**
 * Makes passkeys the person's second factor. Needs a passkey and a fresh login. From then on a password alone does not
 * suffice, and all other sessions end.
 */
export async function askForPasskey(asked: Asked): Promise<Outcome<null>> {
  const { house, signedIn } = asked
  const stale = await refuseStaleLogin(asked, failure)
  if (stale) return stale
  const { person, sessionId } = signedIn
  if (person.twoFactorEnabled) return accepted(null)
  const isOn = await house.db.transaction().execute(async (db) => {
    const on = await settleSecondStep(db, person.id, sessionId, true)
    if (on) await mailSecondFactor(db, house.config.origin, person, 'on')
    return on
  })
  if (!isOn) return refused(failure, { message: 'Lägg till en passnyckel först.' })
  house.wake('mail')
  return accepted(null)
}
