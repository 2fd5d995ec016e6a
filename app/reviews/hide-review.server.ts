import { z } from 'zod'
import { recordAudit } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, isDeadEnd, type NotThere, notThere, type Outcome } from '~/shared/outcome'
import { decideAndTell } from './report/decide-reports.server'
import { lockReview, updateHidden } from './review-store.server'
import { tellOfHiding } from './tell-of-review.server'

const hiding = z.object({ reason: field.paragraph('Skriv varför omdömet ska döljas', 1000) })

/**
 * An administrator hides a review, which also leaves the company's rating. The author is told why; those who reported
 * it are told that it is hidden.
 */
export async function hideReview(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  const form = parseForm(hiding, values, 'Omdömet syns fortfarande')
  if (!form.ok) return form
  return setHidden(house, signedIn, values.id, form.value.reason)
}

export async function restoreReview(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  return setHidden(house, signedIn, values.id, null)
}

async function setHidden(
  house: House,
  actor: SignedIn,
  sent: string | undefined,
  reason: string | null,
): Promise<Outcome<null> | NotThere> {
  const id = anId().safeParse(sent)
  if (!id.success) return notThere
  const concerned = await house.db.transaction().execute(async (db) => {
    const review = await lockReview(db, id.data)
    if (!review) return notThere
    // Pressed twice, or in another tab: nothing left to do.
    if (review.hiddenReason === reason) return null
    const now = house.clock.now()
    await updateHidden(db, review.id, reason, now)
    await recordAudit(db, {
      at: now,
      actor,
      deed: reason === null ? 'restore review' : 'hide review',
      subject: { kind: 'company', id: review.companyId },
      ...(reason !== null && { reason }),
      before: { review: review.id, reason: review.hiddenReason },
      after: { review: review.id, reason },
    })
    const { authorId, bookingId, serviceTitle, companyId } = review
    if (reason !== null) await decideAndTell(db, house.config, review, { decision: 'hidden', answer: null, now })
    if (authorId !== null) await tellOfHiding(db, house.config, { authorId, bookingId, serviceTitle }, reason)
    return { companyId, authorId }
  })
  if (concerned === null) return accepted(null)
  if (isDeadEnd(concerned)) return concerned
  house.wake('messages')
  const { companyId, authorId } = concerned
  house.live.tell({
    to: [`company:${companyId}`, 'admin', ...(authorId === null ? [] : [`person:${authorId}` as const])],
    about: 'reviews',
  })
  return accepted(null)
}
