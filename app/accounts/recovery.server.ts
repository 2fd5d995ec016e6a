import { z } from 'zod'
import type { House, Visitor } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { insertAccountMailRequest } from './account-store.server'
import { mayTry } from './attempts.server'

const requestForm = z.object({ email: field.email })
const resetForm = z.object({ token: z.string().max(200).default(''), password: field.newPassword })

/** Anyone may ask. The answer, and the time it takes, are the same whether or not there is an account. */
export async function requestRecovery(
  house: House,
  visitor: Visitor,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const form = parseForm(requestForm, values, 'Kontrollera adressen')
  if (!form.ok) return form
  if (!(await mayTry(house, 'recovery from an address', visitor.address))) {
    return refused('För många försök', { message: 'Vänta en kvart och försök igen.' })
  }
  // The owner of an inbox must not be flooded; whoever asks is told the same as ever.
  if (await mayTry(house, 'recovery for an account', form.value.email)) {
    await insertAccountMailRequest(house.db, 'recovery', form.value.email)
    house.wake('account mail')
  }
  return accepted(null)
}

/** Whoever holds the link from the mail may choose a new password, once. Every session ends. */
export async function resetPassword(house: House, values: Record<string, string>): Promise<Outcome<null>> {
  const form = parseForm(resetForm, values, 'Lösenordet kunde inte bytas')
  if (!form.ok) return form
  const done = await house.auth.passwords.reset(form.value.token, form.value.password)
  return done
    ? accepted(null)
    : refused('Länken gäller inte längre', { message: 'Den går att använda en gång, inom en timme. Begär en ny länk.' })
}
