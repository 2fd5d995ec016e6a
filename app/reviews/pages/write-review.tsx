import { href, Link } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { answerRefused } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { houseContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { REVIEW_POINTS } from '~/points/public'
import { Card } from '~/ui/card'
import { TextArea } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { StarField } from '~/ui/stars'
import { ReviewText } from '../parts/review-text'
import { type OwnReviewShown, readOwnReview } from '../read-reviews.server'
import { EDIT_DAYS, starWords } from '../review'
import { saveReview } from '../save-review.server'
import type { Route } from './+types/write-review'

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Ditt omdöme',
    description: 'Berätta hur det gick.',
    path: href('/dashboard/customer/bookings/:id/review', params),
    hidden: true,
  })
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  return orAnswer(await readOwnReview(context.get(houseContext), signedIn, params.id))
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const values = await readForm(request)
  const saved = orAnswer(await saveReview(context.get(houseContext), signedIn, params.id, values))
  if (!saved.ok) return answerRefused(values, saved)
  const notice = saved.value.isNew
    ? { title: 'Tack för ditt omdöme', message: `Du fick ${REVIEW_POINTS} Kvarterspoäng.` }
    : { title: 'Omdömet är ändrat' }
  return redirectWithNotice(`${href('/dashboard/customer/bookings/:id/review', params)}#top`, {
    tone: 'normal',
    ...notice,
  })
}

/** Also after a refusal: the review may have changed meanwhile, and the page must show the newer one and its version. */
export const shouldRevalidate = () => true

export default function WriteReviewPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive('reviews')
  const { booking, companyName, companyId, review, version, mayWrite, because } = loaderData
  return (
    <>
      <p>
        <Link to={href('/dashboard/customer/bookings')}>Mina bokningar</Link>
      </p>
      <h1 className="mt-4 text-h2">{review ? 'Ditt omdöme' : 'Hur gick det?'}</h1>
      <p className="mt-2 text-lead text-soft wrap-anywhere">
        {booking.serviceTitle} hos <Link to={href('/company/:id', { id: companyId })}>{companyName}</Link>,{' '}
        {booking.day}
      </p>
      <div className="mt-8 grid max-w-2xl gap-6">
        {review && <Written review={review} booking={booking} companyName={companyName} />}
        {because && !review?.hiddenReason && <p className="text-soft">{because}</p>}
        {mayWrite && (
          <Card as="section" aria-label={review ? 'Ändra omdömet' : 'Skriv ett omdöme'}>
            <Form
              key={review ? `${review.stars} ${review.words}` : 'new'}
              method="post"
              refusal={actionData?.refusal}
              values={actionData?.values}
            >
              <input type="hidden" name="shown" value={version} />
              {review && <h2 className="text-h3">Ändra omdömet</h2>}
              <StarField name="stars" legend="Betyg" words={starWords} defaultValue={review?.stars} />
              <TextArea
                name="words"
                label="Med egna ord"
                hint="Vad var bra, vad kunde ha varit bättre? Skriv inget om andra personer."
                optional
                rows={5}
                defaultValue={review?.words}
              />
              <SubmitButton busyText="Sparar...">{review ? 'Spara ändringen' : 'Lämna omdömet'}</SubmitButton>
              <p className="text-small text-soft">
                Omdömet syns för alla på företagets sida, med ditt förnamn.{' '}
                {review
                  ? `Du kan ändra det till och med ${review.editableUntil}.`
                  : `Du kan ändra det i ${EDIT_DAYS} dagar, och du får ${REVIEW_POINTS} Kvarterspoäng.`}
              </p>
            </Form>
          </Card>
        )}
      </div>
    </>
  )
}

type WrittenProps = Pick<OwnReviewShown, 'booking'> & {
  review: NonNullable<OwnReviewShown['review']>
  companyName: string
}

function Written({ review, booking, companyName }: WrittenProps) {
  return (
    <Card as="section" aria-label="Så här ser det ut">
      <ReviewText companyName={companyName} review={{ ...review, serviceTitle: booking.serviceTitle }}>
        {review.hiddenReason && (
          <div className="mt-4 rounded-control bg-mist p-4">
            <p className="font-semibold">Omdömet är dolt av en administratör.</p>
            <p className="mt-1 whitespace-pre-line wrap-anywhere">{review.hiddenReason}</p>
          </div>
        )}
      </ReviewText>
    </Card>
  )
}
