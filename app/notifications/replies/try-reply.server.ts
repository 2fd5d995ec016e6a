import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { ownPhone } from '~/shared/phone-fields'
import { receiveSms } from './receive-sms.server'

const failure = 'Svaret är inte taget emot'
const replyForm = z.object({ from: ownPhone, text: field.line('Skriv det som svaras', 160) })

/**
 * An administrator simulates a reply from a phone, to try JA and STOP. Only where SMS are not really sent: otherwise
 * only the provider may report replies.
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
