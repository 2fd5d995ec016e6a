import { z } from 'zod'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { mayTry } from './attempts.server'
import { mailSecondFactor } from './mails.server'
import { oneTimeCode } from './one-time-code'

const failure = 'Tvåstegsverifieringen är inte på ännu'
const codeForm = z.object({ code: oneTimeCode })

/** A person who has begun: the first code from the app shows that it works, and turns it on. */
export async function confirmSecondFactor(
  house: House,
  visitor: Visitor,
  { person }: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<{ cookies: string[] }>> {
  if (person.twoFactorEnabled) return accepted({ cookies: [] })
  const form = parseForm(codeForm, values, failure)
  if (!form.ok) return form
  if (!(await mayTry(house, 'second factor', person.id))) {
    return refused(failure, { message: 'Det blev för många försök. Vänta en kvart och försök igen.' })
  }
  const cookies = await house.auth.secondFactor.confirm(visitor.headers, form.value.code)
  if (!cookies) {
    return refused(failure, { fields: { code: 'Koden stämmer inte, eller har hunnit gå ut. Skriv den som visas nu.' } })
  }
  await mailSecondFactor(house.db, house.config.origin, person, 'on')
  house.wake('mail')
  return accepted({ cookies })
}
