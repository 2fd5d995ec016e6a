import { z } from 'zod'
import { lockProfile } from '~/accounts/public.server'
import { readCompanyForProfile } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type NotThere, notThere, type Outcome, type ReadBy, refused } from '~/shared/outcome'
import { formatDay } from '~/shared/time'
import { shownReview } from '../read-reviews.server'
import { lockReview, readReview } from '../review-store.server'
import { countUndecided, insertReport, readReport } from './report-store.server'
import { youOf } from './reporter'

const longestReason = 1000
/** Limit of open reports per person; anybody with more to say writes to us. */
const mostUndecided = 10

const failure = 'Anmälan är inte skickad'
const reportForm = z.object({ reason: field.paragraph('Skriv varför omdömet inte borde visas', longestReason) })

/** For a logged-in person: a review that is public, or that they have reported. */
export async function readReviewToReport({ db, clock }: House, { person }: SignedIn, sent: string) {
  const id = anId().safeParse(sent)
  const review = id.success && (await readReview(db, id.data))
  if (!review) return notThere
  const report = await readReport(db, review.id, person.id)
  const company = await shownCompany(db, review.companyId, clock.now())
  const isShown = company !== undefined && review.hiddenAt === null
  if (!isShown && !report) return notThere
  return {
    id: review.id,
    you: youOf(person.role),
    company: company ? { id: review.companyId, name: company.name } : null,
    review: isShown ? shownReview(review) : null,
    isOwn: review.authorId === person.id,
    report: report
      ? {
          reported: formatDay(report.reportedAt),
          reason: report.reason,
          decision: report.decision,
          answer: report.answer,
        }
      : null,
  }
}

export type ReviewToReport = ReadBy<typeof readReviewToReport>

/** A logged-in person reports a review, for an administrator to decide. Idempotent per person and review. */
export async function reportReview(
  house: House,
  { person }: SignedIn,
  sent: string,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  const id = anId().safeParse(sent)
  if (!id.success) return notThere
  const form = parseForm(reportForm, values, failure)
  if (!form.ok) return form
  const now = house.clock.now()
  const reported = await house.db.transaction().execute(async (db): Promise<Outcome<null> | NotThere> => {
    await lockProfile(db, person.id)
    // Row lock, so that the review is not hidden concurrently: this report would then never be answered.
    const review = await lockReview(db, id.data)
    if (!review) return notThere
    if (await readReport(db, review.id, person.id)) return accepted(null)
    if (review.hiddenAt !== null || !(await shownCompany(db, review.companyId, now))) return notThere
    if (review.authorId === person.id) return refused(failure, { message: 'Det är ditt eget omdöme.' })
    if ((await countUndecided(db, person.id)) >= mostUndecided) {
      const you = person.role === 'company' ? 'Ni' : 'Du'
      const message = `${you} har ${mostUndecided} anmälningar som vi inte har hunnit läsa. Vänta på svar på någon av dem först.`
      return refused(failure, { message })
    }
    await insertReport(db, { reviewId: review.id, reporterId: person.id, reason: form.value.reason, now })
    return accepted(null)
  })
  if (reported.ok) house.live.tell({ to: ['admin'], about: 'reviews' })
  return reported
}

async function shownCompany(db: Database, companyId: string, now: Date) {
  const company = await readCompanyForProfile(db, companyId, now)
  return company && !company.is_gone ? company : undefined
}
