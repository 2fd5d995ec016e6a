import { z } from 'zod'
import type { Asked } from '~/door/deed.server'
import { passkeyPlace, readNewKey } from '~/platform/auth/passkeys.server'
import { brokenConstraint } from '~/platform/database/errors.server'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { refuseOldLogin, refuseStaleLogin } from '../login/confirm-login.server'
import { holdLogins } from '../login/session-store.server'
import { readAddedKey } from './browser-answer'
import { takeChallenge } from './challenge.server'
import { mostPasskeys, passkeyName } from './passkey'
import { mailPasskey } from './passkey-mails.server'
import { insertPasskey, readPasskeys, settleSecondStep } from './passkey-store.server'

const failure = 'Passnyckeln är inte tillagd'

const passkeyForm = z.object({ name: passkeyName })

/**
 * Adds a passkey to one's own account. Needs a fresh login, with both factors where the second one is on. An
 * administrator's first passkey becomes their second factor.
 */
export async function addPasskey(asked: Asked): Promise<Outcome<null>> {
  const { house, visitor, signedIn, values } = asked
  const stale = refuseOldLogin(house, signedIn, failure) ?? (await refuseStaleLogin(asked, failure))
  if (stale) return stale
  const form = parseForm(passkeyForm, values, failure)
  if (!form.ok) return form
  const place = passkeyPlace(visitor.origin)
  const added = readAddedKey(values.newPasskey)
  const isAsked = place && added && (await takeChallenge(house, visitor, 'add', added.challenge))
  const key = isAsked ? await readNewKey(added.answer, added.challenge, place) : null
  if (!key) return refused(failure, { message: 'Din enhet gav inget svar som vi kunde använda. Försök en gång till.' })

  const { person, sessionId } = signedIn
  try {
    const done = await house.db.transaction().execute(async (db) => {
      await holdLogins(db, person.id)
      if ((await readPasskeys(db, person.id)).length >= mostPasskeys) return false
      await insertPasskey(db, person.id, form.value.name, key, house.clock.now())
      await settleSecondStep(db, person.id, sessionId)
      await mailPasskey(db, house.config.origin, person, 'added', form.value.name)
      return true
    })
    if (!done) return refused(failure, { message: `Du har redan ${mostPasskeys} passnycklar. Ta bort någon först.` })
  } catch (error) {
    if (brokenConstraint(error) !== 'passkeys_credential_id_key') throw error
    return refused(failure, { message: 'Den passnyckeln finns redan.' })
  }
  house.wake('mail')
  return accepted(null)
}
