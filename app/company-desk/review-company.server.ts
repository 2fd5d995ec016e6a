import { z } from 'zod'
import { type AuditEntry, recordAudit } from '~/audit/public.server'
import { looksAtName, mayReview, type ReviewDeed, stateAfter } from '~/companies/public'
import { lockReviewed, updateNames, updateReview } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { mailHidden, mailNameApproved, mailNameDeclined, mailRestored } from './review-mails.server'

/** An administrator's decisions about a company after reviewing it. */

const failure = 'Inget är ändrat'

type Values = Record<string, string>

/** The version of the name and number that the page showed. A decision is for that version only. */
const seenIn = ({ seen }: Values) => (seen && /^\d{1,9}$/.test(seen) ? Number(seen) : null)

/** Also approves a proposed name and number, which become the company's. */
export async function approveCompany(
  house: House,
  signedIn: SignedIn,
  id: string,
  values: Values,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  return review(house, signedIn, id, { deed: 'approve', reason: null, seen: seenIn(values) })
}

const declining = z.object({ reason: field.paragraph('Skriv varför, så att företaget förstår', 1000) })

/** Declines the proposed name and number. The company keeps the approved ones and is told why. */
export async function declineNames(
  house: House,
  signedIn: SignedIn,
  id: string,
  values: Values,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  const form = parseForm(declining, values, failure)
  if (!form.ok) return form
  return review(house, signedIn, id, { deed: 'decline', reason: form.value.reason, seen: seenIn(values) })
}

const hiding = z.object({
  reason: field.paragraph('Skriv varför, så att företaget förstår', 1000),
  sure: field.ticked('Bekräfta att företaget ska döljas'),
})

/** Hides a company. It is told by mail, and its pages show the reason. */
export async function hideCompany(
  house: House,
  signedIn: SignedIn,
  id: string,
  values: Values,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  const form = parseForm(hiding, values, 'Företaget syns fortfarande')
  if (!form.ok) return form
  return review(house, signedIn, id, { deed: 'hide', reason: form.value.reason, seen: null })
}

export async function restoreCompany(
  house: House,
  signedIn: SignedIn,
  id: string,
  values: Values,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  return review(house, signedIn, id, { deed: 'restore', reason: null, seen: seenIn(values) })
}

async function review(house: House, signedIn: SignedIn, id: string, given: Review) {
  const result = await house.db.transaction().execute((db) => reviewIn({ ...house, db }, signedIn, id, given))
  house.wake('mail')
  if (result === 'unknown') return notThere
  if (result === 'renamed') {
    return refused(failure, { message: 'Företaget har ändrat namn eller nummer sedan du tittade. Titta igen.' })
  }
  return result === 'not now'
    ? refused(failure, { message: 'Någon annan har hunnit före. Ladda om sidan och se hur det står till.' })
    : accepted(null)
}

/** `seen`: the version of the name and number that the administrator saw. */
type Review = { deed: ReviewDeed; reason: string | null; seen: number | null; job?: string }

/**
 * One decision, as part of a transaction and on behalf of an administrator whom the caller has authorised. The reason
 * is mailed for 'hide' and 'decline'; for other actions it is in the audit log only.
 */
export async function reviewIn(
  { db, clock, config }: Pick<House, 'db' | 'clock' | 'config'>,
  actor: AuditEntry['actor'],
  id: string,
  { deed, reason, seen, job }: Review,
): Promise<'done' | 'as it was' | 'not now' | 'renamed' | 'unknown'> {
  const company = await lockReviewed(db, id)
  if (!company) return 'unknown'
  const { asked } = company
  const reviewed = { state: company.state, isGone: company.isGone, asks: asked !== null }
  const after = { state: stateAfter(deed, reviewed), reason: deed === 'hide' ? reason : null }
  // Idempotent: pressed twice, or in another tab too.
  if (!company.isGone && company.state === after.state && company.hidden_reason === after.reason) return 'as it was'
  if (!mayReview(reviewed, deed)) return 'not now'
  if (looksAtName[deed] && seen !== company.name_version) return 'renamed'
  const standing = { name: company.name, orgNumber: company.org_number }
  const names = deed === 'approve' && asked ? asked : standing
  if (asked && (deed === 'approve' || deed === 'decline')) await updateNames(db, id, names)
  await updateReview(db, id, after.state, after.reason)
  await recordAudit(db, {
    at: clock.now(),
    actor,
    deed: `${deed} company`,
    subject: { kind: 'company', id },
    ...(reason !== null && { reason }),
    before: { state: company.state, reason: company.hidden_reason, ...(asked && standing) },
    after: { ...after, ...(asked && names), ...(job && { job }) },
  })
  if (after.reason !== null) await mailHidden(db, config.origin, company, after.reason)
  if (deed === 'restore') await mailRestored(db, config.origin, company)
  if (deed === 'approve' && asked) await mailNameApproved(db, config.origin, { ...company, name: asked.name })
  if (deed === 'decline' && asked) await mailNameDeclined(db, config.origin, company, asked.name, reason ?? '')
  return 'done'
}
