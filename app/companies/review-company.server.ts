import { data } from 'react-router'
import { z } from 'zod'
import { onlyAdmin } from '~/accounts/public.server'
import { type AuditEntry, recordAudit } from '~/admin/public.server'
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
  const result = await house.db
    .transaction()
    .execute((db) => reviewIn({ ...house, db }, signedIn, id, { deed, reason }))
  house.wake('mail')
  if (result === 'unknown') throw data(null, 404)
  return result === 'not now'
    ? refused(failure, { message: 'Någon annan har hunnit före. Ladda om sidan och se hur det står till.' })
    : accepted(null)
}

type Review = { deed: ReviewDeed; reason: string | null; job?: string }

/**
 * A decision about one company, as part of a transaction and in the name of an administrator whom the caller has
 * authorised. Hidden with a reason, it is told the reason; of the other deeds the reason stands in the history only.
 */
export async function reviewIn(
  { db, clock, config }: Pick<House, 'db' | 'clock' | 'config'>,
  actor: AuditEntry['actor'],
  id: string,
  { deed, reason, job }: Review,
): Promise<'done' | 'as it was' | 'not now' | 'unknown'> {
  const company = await lockReviewed(db, id)
  if (!company) return 'unknown'
  const after = { state: stateAfter[deed], reason: deed === 'hide' ? reason : null }
  // Pressed twice, or a second time in another tab: it is as was asked.
  if (!company.isGone && company.state === after.state && company.hidden_reason === after.reason) return 'as it was'
  if (!mayReview(company, deed)) return 'not now'
  await updateReview(db, id, after.state, after.reason)
  await recordAudit(db, {
    at: clock.now(),
    actor,
    deed: `${deed} company`,
    subject: { kind: 'company', id },
    ...(reason !== null && { reason }),
    before: { state: company.state, reason: company.hidden_reason },
    after: { ...after, ...(job && { job }) },
  })
  if (after.reason !== null) await mailHidden(db, config.origin, company, after.reason)
  if (deed === 'restore') await mailRestored(db, config.origin, company)
  return 'done'
}
