import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { receiveSms } from './receive-sms.server'

const failure = 'Svaret är inte taget emot'
const replyForm = z.object({ from: field.phone, text: field.line('Skriv det som svaras', 160) })

/**
 * An admin, where SMS stay inside the product: answers as if from a phone, so that JA and STOP can be tried. Where
 * SMS leave the house only the provider may say what was answered.
 */
export async function tryReply(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  if (house.sms.leavesTheHouse) return refused(failure, { message: 'Här kommer svar bara från leverantören.' })
  const form = parseForm(replyForm, values, failure)
  if (!form.ok) return form
  const { from, text } = form.value
  await receiveSms(house, { providerId: `try-${randomUUID()}`, fromPhone: from, text })
  return accepted(null)
}
