import { z } from 'zod'
import type { House, Visitor } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { forgetTries, mayTry } from './attempts.server'
import { oneTimeCode } from './one-time-code'

const failure = 'Inloggning misslyckades'
const codeForm = z.object({ code: oneTimeCode })

/** Whoever has just given the right password may try a few codes; the library counts per account as well. */
export async function verifySecondFactor(
  house: House,
  visitor: Visitor,
  values: Record<string, string>,
): Promise<Outcome<{ cookies: string[] }>> {
  const form = parseForm(codeForm, values, failure)
  if (!form.ok) return form
  if (!(await mayTry(house, 'second factor', visitor.address))) {
    return refused(failure, { message: 'Det blev för många försök. Vänta en kvart och försök igen.' })
  }
  const cookies = await house.auth.secondFactor.verify(visitor.headers, form.value.code)
  if (cookies) {
    await forgetTries(house.db, 'second factor', visitor.address)
    return accepted({ cookies })
  }
  return refused(failure, { fields: { code: 'Koden stämmer inte, eller har hunnit gå ut. Skriv den som visas nu.' } })
}
