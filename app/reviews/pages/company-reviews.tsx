import { href, Link } from 'react-router'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { useLive } from '~/live/public'
import { EmptyStreet } from '~/pictures/scenes'
import { readCursor } from '~/platform/database/keyset.server'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { TextArea } from '~/ui/form/field'
import { Icon } from '~/ui/marks/icon'
import { Pager } from '~/ui/pager'
import { LinkTabs } from '~/ui/tabs'
import { ReviewText } from '../parts/review-text'
import { formatRating } from '../rating'
import { readCompanyReviews } from '../read-reviews.server'
import { companyReviewDeeds } from '../review-deeds.server'
import type { Route } from './+types/company-reviews'

const path = href('/dashboard/provider/reviews')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Omdömen', description: 'Vad kunderna tycker.', path, hidden: true })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const which = new URL(request.url).searchParams.get('visa') === 'obesvarade' ? 'unanswered' : 'all'
  const shown = await readCompanyReviews(context.get(houseContext), signedIn, which, readCursor(request))
  return { ...shown, companyName: signedIn.person.name }
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const values = await readForm(request, companyReviewDeeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  // An answer leads to all reviews, where it is seen: among the unanswered ones the review would be gone.
  return answerDeed(companyReviewDeeds, asked)
}

function addressOf(which: 'all' | 'unanswered', before?: string) {
  const asked = { ...(which === 'unanswered' && { visa: 'obesvarade' }), ...(before && { before }) }
  const search = new URLSearchParams(asked).toString()
  return path + (search && `?${search}`)
}

export default function CompanyReviewsPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive('reviews')
  const { reviews, rating, ratings, which, before, next, companyName } = loaderData
  return (
    <>
      <h1 className="text-h2">Omdömen</h1>
      {ratings > 0 && (
        <p className="mt-2 flex items-center gap-2 text-lead">
          <Icon name="star" className="size-6 fill-lamp text-lamp-ink" />
          <span>
            <strong className="tabular font-semibold">{formatRating(rating)}</strong> av 5,{' '}
            {ratings === 1 ? 'ett omdöme' : `${ratings} omdömen`}
          </span>
        </p>
      )}
      <LinkTabs
        label="Vilka omdömen"
        className="mt-5 max-w-2xl"
        tabs={[
          { to: addressOf('all'), label: 'Alla', current: which === 'all' },
          { to: addressOf('unanswered'), label: 'Utan svar', current: which === 'unanswered' },
        ]}
      />
      {reviews.length === 0 ? (
        <div className="mt-6 max-w-2xl">
          <EmptyState
            picture={<EmptyStreet />}
            title={which === 'unanswered' ? 'Inget väntar på svar' : 'Inga omdömen ännu'}
          >
            {which === 'unanswered'
              ? 'Ni har svarat på allt.'
              : 'När en bokning är genomförd kan kunden berätta hur det gick.'}
          </EmptyState>
        </div>
      ) : (
        <ul className="mt-6 grid max-w-2xl gap-5">
          {reviews.map((review) => (
            <li key={review.id} id={`omdome-${review.id}`} className="scroll-mt-6">
              <Card>
                <ReviewText review={review} companyName={companyName}>
                  {review.hiddenReason ? (
                    <p className="mt-4 rounded-control bg-mist p-4 whitespace-pre-line wrap-anywhere">
                      <strong>Dolt av en admini&shy;stratör, och räknas inte.</strong> {review.hiddenReason}
                    </p>
                  ) : (
                    <>
                      <Answer {...review} sent={actionData} />
                      <p className="mt-2">
                        {review.reported ? `Ni anmälde det ${review.reported}. ` : null}
                        <Link to={href('/dashboard/reviews/:id/report', { id: review.id })}>
                          {review.reported ? 'Se anmälan' : 'Anmäl'}
                          <span className="sr-only">
                            {review.reported ? ' av' : ''} omdömet från {review.author}
                          </span>
                        </Link>
                      </p>
                    </>
                  )}
                </ReviewText>
              </Card>
            </li>
          ))}
        </ul>
      )}
      <Pager previous={before ? addressOf(which) : undefined} next={next && addressOf(which, next)} />
    </>
  )
}

type AnswerProps = {
  id: string
  author: string
  answer: string | null
  earlierAnswer: string | null
  sent: FormAnswer | undefined
}

/** Collapsed, since a list of reviews is read before it is answered. */
function Answer({ id, author, answer, earlierAnswer, sent }: AnswerProps) {
  const own = sent?.values?.id === id ? sent : undefined
  return (
    <details className="mt-4" open={own !== undefined}>
      <summary className="min-h-12 py-2.5 font-semibold text-spruce">
        {answer ? 'Ändra svaret' : `Svara ${author}`}
      </summary>
      <IntentForm
        key={answer}
        intent="answer-review"
        section={`omdome-${id}`}
        answer={own}
        hidden={{ id }}
        keepsQuery
        className="mt-2 grid gap-4"
        submit={{ children: answer ? 'Spara svaret' : 'Svara', busyText: 'Sparar...', size: 'small' }}
      >
        <TextArea
          name="answer"
          label="Ert svar"
          hint="Alla som läser er sida ser det."
          rows={3}
          defaultValue={answer ?? earlierAnswer ?? undefined}
          required
        />
      </IntentForm>
    </details>
  )
}
