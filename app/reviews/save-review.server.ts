import { readBookingOfCustomer } from '~/bookings/public.server'
import { readCompanyNames } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { earnForReview } from '~/points/public.server'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { mayWrite, type Stars, versionOf } from './review'
import { reviewForm } from './review-form'
import { insertReview, lockReviewOfBooking, updateReview } from './review-store.server'
import { tellOfReview, tellOfRewriting } from './tell-of-review.server'

const failure = 'Omdömet är inte sparat'
const isNewer =
  'Du har redan lämnat ett nyare omdöme, som syns här. Vill du ersätta det med det du har skrivit nu, spara en gång till.'

type Booking = NonNullable<Awaited<ReturnType<typeof readBookingOfCustomer>>>
type Written = { authorId: string; stars: Stars; words: string; now: Date; shown: string | undefined }

/**
 * The member who booked writes a review: once per booking, and may rewrite it for fourteen days. Idempotent under
 * concurrent submissions: there is one review and its points are given once; later requests find it and rewrite it with
 * the same words. A rewritten review hides the company's answer, which was to the earlier words; the company is
 * notified and may answer again. `shown` is the version that the form showed: a form from before the last change, as in
 * another tab, replaces nothing.
 */
export async function saveReview(
  house: House,
  { person }: SignedIn,
  bookingId: string,
  values: Record<string, string>,
): Promise<Outcome<{ isNew: boolean }> | NotThere> {
  const id = anId().safeParse(bookingId)
  const booking = id.success && (await readBookingOfCustomer(house.db, id.data, person.id))
  if (!booking) return notThere
  const form = parseForm(reviewForm, values, failure)
  if (!form.ok) return form
  const written = { ...form.value, authorId: person.id, now: house.clock.now(), shown: values.shown }
  const saved = await house.db.transaction().execute(async (db): Promise<Outcome<{ isNew: boolean }> | NotThere> => {
    const may = mayWrite(booking, null, written.now)
    if (!may.may) return refused(failure, { message: may.because })
    const isNew = await writeFirst(db, house.config.origin, booking, written)
    return isNew ? accepted({ isNew }) : writeAnew(db, house.config.origin, booking, written)
  })
  if (!saved.ok) return saved
  house.wake('messages')
  house.live.tell({ to: [`person:${person.id}`, `company:${booking.companyId}`], about: 'reviews' })
  if (saved.value.isNew) house.live.tell({ to: [`person:${person.id}`], about: 'points' })
  return saved
}

/** False when the booking already has a review. */
async function writeFirst(db: Database, origin: string, booking: Booking, written: Written): Promise<boolean> {
  const { id: bookingId, companyId, serviceTitle } = booking
  if (!(await insertReview(db, { bookingId, ...written }))) return false
  const companyName = (await readCompanyNames(db, [companyId])).get(companyId) ?? serviceTitle
  await earnForReview(db, { bookingId, authorId: written.authorId, companyId, companyName, at: written.now })
  await tellOfReview(db, origin, { companyId, serviceTitle, stars: written.stars, words: written.words })
  return true
}

async function writeAnew(
  db: Database,
  origin: string,
  booking: Booking,
  written: Written,
): Promise<Outcome<{ isNew: boolean }> | NotThere> {
  const review = await lockReviewOfBooking(db, booking.id, written.authorId)
  if (!review) return notThere
  const standing = { writtenAt: review.writtenAt, isHidden: review.hiddenAt !== null }
  const may = mayWrite(booking, standing, written.now)
  if (!may.may) return refused(failure, { message: may.because })
  const isSame = review.stars === written.stars && review.words === written.words
  if (!isSame && written.shown !== undefined && written.shown !== versionOf(review)) {
    return refused(failure, { message: isNewer })
  }
  const isOther = await updateReview(db, review.id, written)
  if (isOther && review.answerStands) {
    const { companyId, serviceTitle } = booking
    const { stars, words } = written
    await tellOfRewriting(db, origin, { companyId, serviceTitle, stars, words, before: review })
  }
  return accepted({ isNew: false })
}
