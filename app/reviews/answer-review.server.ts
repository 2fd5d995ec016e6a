import { requireOwnCompany } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { answerForm } from './review-form'
import { lockReviewOfCompany, updateAnswer } from './review-store.server'
import { tellOfAnswer } from './tell-of-review.server'

const failure = 'Svaret är inte sparat'

/**
 * A company answers a review of itself, and may rewrite its answer. The author is notified of the first answer, and of
 * one that follows a rewritten review.
 */
export async function answerReview(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  const company = await requireOwnCompany(house.db, signedIn)
  const id = anId().safeParse(values.id)
  if (!id.success) return notThere
  const form = parseForm(answerForm, values, failure)
  if (!form.ok) return form
  const { answer } = form.value
  const answered = await house.db.transaction().execute(async (db): Promise<Outcome<string | null> | NotThere> => {
    const review = await lockReviewOfCompany(db, id.data, company.id)
    if (!review) return notThere
    if (review.hiddenAt !== null) return refused(failure, { message: 'Omdömet är dolt av en administratör.' })
    await updateAnswer(db, review.id, answer, house.clock.now())
    const { authorId, bookingId } = review
    if (!review.answerStands && authorId !== null) {
      await tellOfAnswer(db, house.config.origin, { authorId, bookingId, companyName: company.name, text: answer })
    }
    return accepted(authorId)
  })
  if (!answered.ok) return answered
  house.wake('messages')
  const author = answered.value
  house.live.tell({
    to: [`company:${company.id}`, ...(author === null ? [] : [`person:${author}` as const])],
    about: 'reviews',
  })
  return accepted(null)
}
