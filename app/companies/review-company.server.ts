import { data } from 'react-router'
import { z } from 'zod'
import { onlyAdmin } from '~/accounts/public.server'
import { recordAudit } from '~/admin/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { lockReviewed, updateReview } from './admin-store.server'
import { mayReview, type ReviewDeed, stateAfter } from './review'
import { mailHidden, mailRestored } from './review-mails.server'

/** What an administrator decides about a company, after having looked at it. */

const failure = 'Inget är ändrat'

export async function approveCompany(house: House, signedIn: SignedIn, id: string): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  return review(house, signedIn, id, 'approve', null)
}

const hiding = z.object({
  reason: field.paragraph('Skriv varför, så att företaget förstår', 1000),
  sure: field.ticked('Bekräfta att företaget ska döljas'),
})

/** The company is told, and reads the reason where it works every day. */
export async function hideCompany(
  house: House,
  signedIn: SignedIn,
  id: string,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  const form = parseForm(hiding, values, 'Företaget syns fortfarande')
  if (!form.ok) return form
  return review(house, signedIn, id, 'hide', form.value.reason)
}

export async function restoreCompany(house: House, signedIn: SignedIn, id: string): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  return review(house, signedIn, id, 'restore', null)
}

async function review(house: House, signedIn: SignedIn, id: string, deed: ReviewDeed, reason: string | null) {
  const outcome = await house.db.transaction().execute(async (db): Promise<Outcome<null>> => {
    const company = await lockReviewed(db, id)
    if (!company) throw data(null, 404)
    const after = { state: stateAfter[deed], reason }
    // Pressed twice, or a second time in another tab: it is as was asked.
    if (!company.isGone && company.state === after.state && company.hidden_reason === reason) return accepted(null)
    if (!mayReview(company, deed)) {
      return refused(failure, { message: 'Någon annan har hunnit före. Ladda om sidan och se hur det står till.' })
    }
    await updateReview(db, id, after.state, reason)
    await recordAudit(db, {
      at: house.clock.now(),
      actor: signedIn,
      deed: `${deed} company`,
      subject: { kind: 'company', id },
      ...(reason !== null && { reason }),
      before: { state: company.state, reason: company.hidden_reason },
      after,
    })
    if (reason !== null) await mailHidden(db, house.config.origin, company, reason)
    if (deed === 'restore') await mailRestored(db, house.config.origin, company)
    return accepted(null)
  })
  house.wake('mail')
  return outcome
}
