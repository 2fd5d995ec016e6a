import { z } from 'zod'
import { hasApp } from '~/platform/auth/second-factor-store.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { mailSecondFactor } from '../address/mails.server'
import { refuseWrongCode, wrongCode } from '../login/check-code.server'
import { deleteSessionsExcept } from '../login/session-store.server'
import { oneTimeCode } from './one-time-code'

const failure = 'Tvåstegsverifieringen är inte på ännu'
const codeForm = z.object({ code: oneTimeCode })

/**
 * Completes the enrolment: the first code from the app shows that it works, and turns the second factor on. All other
 * sessions end, since they never passed a second factor; except where passkeys already were the second factor.
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
  const wrong = await refuseWrongCode(house, visitor, signedIn, form.value.code, failure)
  if (wrong) return wrong
  if (!person.twoFactorEnabled) await deleteSessionsExcept(house.db, person.id, sessionId)
  const cookies = await house.auth.secondFactor.confirm(visitor.headers, form.value.code)
  if (!cookies) return refused(failure, { fields: { code: wrongCode } })
  await mailSecondFactor(house.db, house.config.origin, person, 'on')
  house.wake('mail')
  return accepted({ cookies })
}
