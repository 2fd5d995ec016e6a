import { z } from 'zod'
import { confirmApp, hasApp, readAppSecret } from '~/platform/auth/second-factor-store.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { isDatabaseFault } from '~/platform/database/errors.server'
import type { House, Visitor } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { mailSecondFactor } from '../address/mails.server'
import { refuseWrongCode, wrongCode } from '../login/check-code.server'
import { holdLogins } from '../login/session-store.server'
import { readPasskeyOfSession, settleSecondStep } from '../passkeys/passkey-store.server'
import { tieOrEnd } from '../passkeys/tie-session.server'
import { unlessRevoked } from '../sessions/unless-revoked.server'
import { oneTimeCode } from './one-time-code'

const failure = 'Tvåstegsverifieringen är inte på ännu'
// Not a recovery code: it shows nothing of the app, and would be used up.
const codeForm = z.object({ code: oneTimeCode.pipe(z.string().regex(/^\d{6}$/, wrongCode)) })

/**
 * Completes the enrolment: the first code from the app shows that it works, and turns the second factor on. In the same
 * commit all other sessions end, since they never passed a second factor; except where passkeys already were the second
 * factor. This session is renewed afterwards: if that fails, it goes on as it is.
 */
export async function confirmSecondFactor(
  house: House,
  visitor: Visitor,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<{ cookies: string[] }>> {
  const { person, sessionId } = signedIn
  if (await hasApp(house.db, person.id)) return accepted({ cookies: [] })
  const form = parseForm(codeForm, values, failure)
  if (!form.ok) return form
  // Read before the code is checked, so that only the app whose code was right is confirmed (race with a new enrolment).
  const secret = await readAppSecret(house.db, person.id)
  const wrong = await refuseWrongCode(house, visitor, signedIn, form.value.code, failure)
  if (wrong) return wrong
  const isOn = await house.db.transaction().execute(async (db) => {
    await holdLogins(db, person.id)
    if (secret === undefined || !(await confirmApp(db, person.id, secret))) return false
    await settleSecondStep(db, person.id, sessionId)
    await mailSecondFactor(db, house.config.origin, person, 'on')
    return true
  })
  if (!isOn) return refused(failure, { fields: { code: wrongCode } })
  house.wake('mail')
  if (person.twoFactorEnabled) return accepted({ cookies: [] })
  return accepted({ cookies: await renewSession(house, visitor, signedIn) })
}

/** Cookies of a new session in place of this one, tied to the same passkey; none if the session goes on as it is. */
async function renewSession({ db, auth, log }: House, { headers }: Visitor, signedIn: SignedIn): Promise<string[]> {
  const { person, sessionId } = signedIn
  try {
    const passkeyId = await readPasskeyOfSession(db, sessionId)
    const renewed = await unlessRevoked(db, { id: person.id }, () => auth.sessions.renew(headers))
    if (!renewed) return []
    if (passkeyId && !(await tieOrEnd(db, person.id, renewed.sessionId, passkeyId))) return []
    return renewed.cookies
  } catch (error) {
    // The second factor is on already, and the page must say so.
    if (!isDatabaseFault(error)) throw error
    log.warn({ code: (error as { code?: string }).code }, 'a session was not renewed with its second factor')
    return []
  }
}
